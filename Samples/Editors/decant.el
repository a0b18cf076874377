;;; decant.el --- Check and format JSON, YAML and property lists  -*- lexical-binding: t; -*-

;; decant in Emacs 27 and later.  Put this file in a folder of `load-path', and this in the init file:
;;
;;     (require 'decant)
;;     (dolist (hook '(js-json-mode-hook yaml-mode-hook nxml-mode-hook))
;;       (add-hook hook #'decant-mode))
;;
;; `decant-mode' marks mistakes while you type, with Flymake.  `decant-format-buffer' formats the buffer, which stays
;; as it is if it contains a mistake.  With `decant-format-on-save', saving does so.

;;; Code:

(require 'flymake)

(defgroup decant nil "Check and format JSON, YAML and property lists." :group 'tools)

(defcustom decant-program "decant" "The path of decant, or its name." :type 'string)

(defcustom decant-format-on-save nil
  "Whether `decant-mode' formats a buffer before it is saved."
  :type 'boolean)

(defcustom decant-options nil
  "Options for formatting, for example (\"--sort-keys\")."
  :type '(repeat string))

(defun decant--format ()
  "Return the options for the format of this buffer.
Without any, decant recognizes the content."
  (let ((extension (and buffer-file-name (file-name-extension buffer-file-name))))
    (cond ((member extension '("json" "jsonc" "json5" "jsonl" "yaml" "plist" "strings"))
           (list "-f" (if (equal extension "jsonc") "json5" extension)))
          ((equal extension "yml") '("-f" "yaml")))))

(defun decant--diagnostics (source report)
  "Return the Flymake diagnostics for the buffer SOURCE in the text REPORT."
  (let ((start 0) diagnostics)
    (while (string-match "^<stdin>:\\([0-9]+\\):\\([0-9]+\\): \\(error\\|warning\\): \\(.*\\)$" report start)
      (setq start (match-end 0))
      (let ((line (string-to-number (match-string 1 report)))
            (column (string-to-number (match-string 2 report)))
            (kind (if (equal (match-string 3 report) "error") :error :warning))
            (message (match-string 4 report)))
        (with-current-buffer source
          (let ((region (flymake-diag-region source line column)))
            (push (flymake-make-diagnostic source (car region) (cdr region) kind message) diagnostics)))))
    (nreverse diagnostics)))

(defvar-local decant--process nil "The check in progress.")

(defun decant-flymake (report-function &rest _)
  "Check the buffer, and call REPORT-FUNCTION with its diagnostics."
  (when (process-live-p decant--process) (kill-process decant--process))
  (let* ((source (current-buffer))
         (output (generate-new-buffer " *decant*")))
    (setq decant--process
          (make-process
           :name "decant" :noquery t :connection-type 'pipe :buffer output
           :command `(,decant-program "check" "--color" "never" ,@(decant--format))
           :sentinel
           (lambda (process _)
             (unless (process-live-p process)
               (unwind-protect
                   (when (and (buffer-live-p source)
                              (eq process (buffer-local-value 'decant--process source)))
                     (funcall report-function
                              (decant--diagnostics source (with-current-buffer output (buffer-string)))))
                 (kill-buffer output))))))
    ;; decant reports a mistake without reading the rest.
    (ignore-errors
      (process-send-region decant--process (point-min) (point-max))
      (process-send-eof decant--process))))

(defun decant-format-buffer ()
  "Format the buffer, unless it contains a mistake."
  (interactive)
  (let ((output (generate-new-buffer " *decant*"))
        (report (make-temp-file "decant")))
    (unwind-protect
        (let* ((coding-system-for-read 'utf-8)
               (coding-system-for-write 'utf-8)
               (status (apply #'call-process-region (point-min) (point-max) decant-program nil
                              (list output report) nil (append (decant--format) decant-options))))
          (if (eq status 0)
              (replace-buffer-contents output)
            (message "%s" (with-temp-buffer (insert-file-contents report) (string-trim (buffer-string))))))
      (kill-buffer output)
      (delete-file report))))

(defun decant--before-save ()
  "Format the buffer if the user wants it."
  (when decant-format-on-save (decant-format-buffer)))

;;;###autoload
(define-minor-mode decant-mode
  "Mark the mistakes in a buffer of JSON, YAML or a property list."
  :lighter " decant"
  (cond (decant-mode
         (add-hook 'flymake-diagnostic-functions #'decant-flymake nil t)
         (add-hook 'before-save-hook #'decant--before-save nil t)
         (flymake-mode 1))
        (t
         (remove-hook 'flymake-diagnostic-functions #'decant-flymake t)
         (remove-hook 'before-save-hook #'decant--before-save t))))

(provide 'decant)
;;; decant.el ends here
