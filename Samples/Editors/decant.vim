" decant in Vim and Neovim. Copy this file to ~/.vim/plugin or ~/.config/nvim/plugin.
"
"   :DecantCheck [OPTION...]   lists the mistakes of the buffer (:copen), and goes to the first
"   :DecantFormat [OPTION...]  formats the buffer, which stays as it is if it contains a mistake
"
" The options are those of decant(1), for example :DecantFormat --sort-keys, or :DecantFormat -t yaml to convert.
" This formats on saving:
"
"   autocmd BufWritePre *.json,*.yaml silent! DecantFormat

if exists('g:loaded_decant') | finish | endif
let g:loaded_decant = 1

let s:formats = {'json': 'json', 'jsonc': 'json5', 'json5': 'json5', 'yaml': 'yaml', 'xml': 'xml1'}
let s:errors = '%f:%l:%c: %trror: %m,%f:%l:%c: %tarning: %m,%f: %trror: %m,%f: %tarning: %m'

" Runs decant on the buffer, lists what it reports, and returns its status and its output.
function! s:Run(verb, options) abort
  let format = get(s:formats, &filetype, '')
  let report = tempname()
  let command = 'decant' . a:verb . (format ==# '' ? '' : ' -f ' . format) . ' ' . a:options
  let output = systemlist(command . ' 2>' . shellescape(report), getline(1, '$'))
  let status = v:shell_error
  let name = escape(expand('%:p'), '\&~')
  let lines = map(readfile(report), {_, line -> substitute(line, '^<stdin>', name, '')})
  call delete(report)
  " Source lines, carets and hints are not messages of their own.
  call filter(lines, {_, line -> line =~# ': \(error\|warning\): '})
  call setqflist([], ' ', {'lines': lines, 'efm': s:errors, 'title': 'decant'})
  if !empty(lines) | cfirst | endif
  return [status, output]
endfunction

function! s:Format(options) abort
  let place = winsaveview()
  let [status, output] = s:Run('', a:options)
  if status != 0 || output ==# getline(1, '$') | return | endif
  call setline(1, output)
  silent! execute len(output) + 1 . ',$delete _'
  call winrestview(place)
endfunction

command! -nargs=* DecantCheck call s:Run(' check', <q-args>)
command! -nargs=* DecantFormat call s:Format(<q-args>)
