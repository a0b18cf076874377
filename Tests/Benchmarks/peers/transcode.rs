//! Passes what a deserializer reads to a serializer, one value after the other, as the crate serde-transcode does.

use serde::de::{DeserializeSeed, Error as _, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error as _, SerializeMap, SerializeSeq};
use serde::{Deserializer, Serialize, Serializer};
use std::cell::RefCell;
use std::fmt;

pub fn transcode<'de, D: Deserializer<'de>, S: Serializer>(from: D, to: S) -> Result<S::Ok, S::Error> {
    Source(RefCell::new(Some(from))).serialize(to)
}

struct Source<D>(RefCell<Option<D>>);

impl<'de, D: Deserializer<'de>> Serialize for Source<D> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let from = self.0.borrow_mut().take().unwrap();
        from.deserialize_any(Target(to)).map_err(S::Error::custom)
    }
}

struct Target<S>(S);

macro_rules! visit {
    ($($visit:ident($type:ty) => $serialize:ident),*) => {
        $(fn $visit<E: serde::de::Error>(self, value: $type) -> Result<S::Ok, E> {
            self.0.$serialize(value).map_err(E::custom)
        })*
    };
}

impl<'de, S: Serializer> Visitor<'de> for Target<S> {
    type Value = S::Ok;

    fn expecting(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        formatter.write_str("any value")
    }

    visit! {
        visit_bool(bool) => serialize_bool, visit_i64(i64) => serialize_i64, visit_u64(u64) => serialize_u64,
        visit_f32(f32) => serialize_f32, visit_f64(f64) => serialize_f64, visit_str(&str) => serialize_str,
        visit_bytes(&[u8]) => serialize_bytes
    }

    fn visit_unit<E: serde::de::Error>(self) -> Result<S::Ok, E> {
        self.0.serialize_unit().map_err(E::custom)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut access: A) -> Result<S::Ok, A::Error> {
        let mut sequence = self.0.serialize_seq(access.size_hint()).map_err(A::Error::custom)?;
        while access.next_element_seed(Element(&mut sequence))?.is_some() {}
        sequence.end().map_err(A::Error::custom)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut access: A) -> Result<S::Ok, A::Error> {
        let mut map = self.0.serialize_map(access.size_hint()).map_err(A::Error::custom)?;
        while access.next_key_seed(Key(&mut map))?.is_some() {
            access.next_value_seed(Value(&mut map))?;
        }
        map.end().map_err(A::Error::custom)
    }
}

struct Element<'a, S>(&'a mut S);
struct Key<'a, S>(&'a mut S);
struct Value<'a, S>(&'a mut S);

macro_rules! seed {
    ($name:ident, $bound:ident, $serialize:ident) => {
        impl<'de, S: $bound> DeserializeSeed<'de> for $name<'_, S> {
            type Value = ();
            fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
                self.0.$serialize(&Source(RefCell::new(Some(from)))).map_err(D::Error::custom)
            }
        }
    };
}

seed!(Element, SerializeSeq, serialize_element);
seed!(Key, SerializeMap, serialize_key);
seed!(Value, SerializeMap, serialize_value);
