//! Data that cross between the page and a crate that is compiled to WASM.
//!
//! A crate lists its data in a macro, which passes lines such as `"Name" Value: crate::Type;` to another macro. A line
//! has the TypeScript type, the Rust name of the page's value, and the type of the crate. [`declare_values`] declares
//! the values of such a list, and `collect_declarations` declares the TypeScript types.

#[cfg(feature = "typescript")]
pub mod typescript;
#[cfg(target_arch = "wasm32")]
mod value;

#[cfg(target_arch = "wasm32")]
pub use value::{Unreadable, text_of, write};

/// A value of the page whose data have a type of the crate.
pub trait Crossing {
    /// The type of the crate.
    type Data<'a>;
}

/// Declares values of the page. wasm-bindgen writes their types by name.
#[macro_export]
macro_rules! declare_values {
    ($($typescript:literal $name:ident: $data:ty;)*) => {
        #[wasm_bindgen]
        extern "C" {
            $(
                #[doc = concat!("`", $typescript, "` of the page.")]
                #[wasm_bindgen(typescript_type = $typescript)]
                pub type $name;
            )*
        }
        $(
            impl $crate::Crossing for $name {
                type Data<'a> = $data;
            }
        )*
    };
}

/// Defines `collect_crossings`, which adds the declarations of all data that cross. Each type must have the name that
/// the list gives.
#[cfg(feature = "typescript")]
#[macro_export]
macro_rules! collect_declarations {
    ($($typescript:literal $name:ident: $data:ty;)*) => {
        fn collect_crossings(found: &mut $crate::typescript::Declarations) {
            $({
                struct $name;
                impl $crate::Crossing for $name {
                    type Data<'a> = $data;
                }
                found.add::<<$name as $crate::Crossing>::Data<'static>>($typescript);
            })*
        }
    };
}
