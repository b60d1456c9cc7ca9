//! The operations of the benchmarks, for any type.

use std::any::Any;
use std::cell::RefCell;

use crate::measure::measure;
use crate::object::Object;
use crate::{Answer, Request};

fn root<T: Object>(value: &T) -> String {
    value.root().iter().map(|byte| format!("{byte:02x}")).collect()
}

fn same(encoded: &[u8], data: &[u8]) -> String {
    assert!(encoded == data, "the encoding is not the object's");
    String::new()
}

fn nothing<R>(_: R) -> String {
    String::new()
}

/// Answer a request; `None` if the libraries have no such operation.
pub fn respond<T: Object>(asked: &Request, data: &[u8]) -> Option<Answer> {
    let nobody = || ();
    Some(match asked.operation.as_str() {
        "decode" => measure(asked, nobody, |_| T::decoded(data), nothing),
        "round_trip" => {
            measure(asked, nobody, |_| T::decoded(data).encoded(), |last| same(&last, data))
        }
        "root_first" => {
            // The last root is computed again for the answer; it is not worth keeping all values.
            let answer =
                measure(asked, || T::decoded(data), |value| value.root(), nothing);
            Answer { result: root(&T::decoded(data)), ..answer }
        }
        "decode_many" | "root_many" => many::<T>(asked, data),
        _ => {
            let (key, mut value) = kept::<T>(asked, data);
            let answer = on_value(asked, data, &mut value);
            KEPT.with(|all| all.borrow_mut().push((key, Box::new(value))));
            return answer;
        }
    })
}

thread_local! {
    /// The object that was asked for last, decoded: one that nobody changes, and one for changes.
    static KEPT: RefCell<Vec<(String, Box<dyn Any>)>> = const { RefCell::new(Vec::new()) };
}

/// The decoded object of a request, and the key to keep it by.
fn kept<T: Object>(asked: &Request, data: &[u8]) -> (String, T) {
    let key = format!("{}{}", asked.file, asked.operation.starts_with("edit"));
    KEPT.with(|all| {
        let mut all = all.borrow_mut();
        all.retain(|(other, _)| other.starts_with(&asked.file));
        let place = all.iter().position(|(other, _)| *other == key);
        let value = place.and_then(|index| all.swap_remove(index).1.downcast::<T>().ok());
        (key, value.map_or_else(|| T::decoded(data), |value| *value))
    })
}

/// The operations on a value that is there.
fn on_value<T: Object>(asked: &Request, data: &[u8], value: &mut T) -> Option<Answer> {
    let nobody = || ();
    let is_state = value.balance_count() > 0;
    let mut amount = value.balance(value.balance_count() / 2);
    Some(match asked.operation.as_str() {
        "encode" => measure(asked, nobody, |_| value.encoded(), |last| same(&last, data)),
        "encode_into" => {
            // Written to already: memory that nobody wrote to yet is slow at first.
            let mut buffer = vec![1; data.len()];
            let answer = measure(
                asked,
                nobody,
                |_| {
                    buffer.clear();
                    value.append_to(&mut buffer);
                },
                nothing,
            );
            same(&buffer, data);
            answer
        }
        "size" => {
            measure(asked, nobody, |_| value.size(), |size: usize| size.to_string())
        }
        "root_again" => {
            value.root();
            let answer = measure(asked, nobody, |_| value.root(), nothing);
            Answer { result: root(value), ..answer }
        }
        "copy" => measure(asked, nobody, |_| value.clone(), nothing),
        "sum_column" if is_state => {
            measure(asked, nobody, |_| value.sum_effective_balances(), |sum: u64| sum.to_string())
        }
        "edit_one" | "edit_all" if is_state => {
            value.root();
            let all = asked.operation == "edit_all";
            let edit = |_: &mut ()| {
                amount += 1;
                if all {
                    value.set_all_balances(amount);
                } else {
                    value.set_balance(value.balance_count() / 2, amount);
                }
                value.commit();
                value.root()
            };
            measure(asked, nobody, edit, nothing)
        }
        _ => return None,
    })
}

/// The messages of a file, each of which follows its size in four bytes.
fn split(mut data: &[u8]) -> Vec<&[u8]> {
    let mut messages = Vec::new();
    while let Some((head, rest)) = data.split_first_chunk::<4>() {
        let (message, rest) = rest.split_at(u32::from_le_bytes(*head) as usize);
        messages.push(message);
        data = rest;
    }
    messages
}

fn many<T: Object>(asked: &Request, data: &[u8]) -> Answer {
    let messages = split(data);
    let threads = asked.threads.max(1);
    let part = messages.len().div_ceil(threads);
    let with_root = asked.operation == "root_many";
    let work = |messages: &[&[u8]]| {
        for message in messages {
            let value = T::decoded(message);
            if with_root {
                std::hint::black_box(value.root());
            }
        }
    };
    let answer = measure(
        asked,
        || (),
        |_| {
            if threads == 1 {
                return work(&messages);
            }
            std::thread::scope(|scope| {
                for some in messages.chunks(part) {
                    scope.spawn(|| work(some));
                }
            });
        },
        nothing,
    );
    let last = if with_root { root(&T::decoded(messages[messages.len() - 1])) } else { "".into() };
    Answer { result: last, ..answer }
}
