//! Gives wgpu a device that the page has opened.

use js_sys::{Object, Promise, Reflect};
use wasm_bindgen::prelude::*;

use crate::gpu::Gpu;
use scanlab::error::Error;

/// A [`Gpu`] that works on a device of the page.
///
/// # Errors
/// [`Error::Unsupported`] if the page has a `navigator.gpu` that cannot be changed.
pub async fn gpu_of(device: &JsValue, timestamps: bool) -> Result<Gpu, Error> {
    let mut failure = None;
    let answered = |ask: &mut dyn FnMut()| failure = answer_by(device, ask).err();
    Gpu::borrow(timestamps, answered).await.map_err(|error| {
        let found = failure.map_or_else(|| error.to_string(), |thrown| format!("{thrown:?}"));
        Error::Unsupported(format!("a navigator.gpu that can be changed is required; changing it has failed: {found}"))
    })
}

/// Calls `ask` while `navigator.gpu.requestAdapter` returns an adapter whose `requestDevice` returns this device. No
/// other code of the page runs meanwhile.
fn answer_by(device: &JsValue, ask: &mut dyn FnMut()) -> Result<(), JsValue> {
    let adapter = Object::new();
    Reflect::set(&adapter, &"requestDevice".into(), &gives(device))?;
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into())?;
    let gpu: Object = Reflect::get(&navigator, &"gpu".into())?.dyn_into()?;
    let key = "requestAdapter".into();
    // A replacement that the page itself may have defined. The original is a property of the prototype.
    let before = Reflect::get_own_property_descriptor(&gpu, &key)?;
    let stand_in = Object::new();
    Reflect::set(&stand_in, &"value".into(), &gives(&adapter))?;
    Reflect::set(&stand_in, &"configurable".into(), &true.into())?;
    if !Reflect::define_property(&gpu, &key, &stand_in)? {
        return Err("it is frozen".into());
    }
    ask();
    match before.dyn_ref::<Object>() {
        Some(before) => Reflect::define_property(&gpu, &key, before)?,
        None => Reflect::delete_property(&gpu, &key)?,
    };
    Ok(())
}

/// A function for one call, which returns a promise of this value.
fn gives(value: &JsValue) -> JsValue {
    let promise = Promise::resolve(value);
    Closure::once_into_js(move || promise)
}
