//! A scan by a custom operator in WGSL: composition of the affine maps x ↦ a · x + b modulo 2³².

use scanlab::monoid::{CustomOperator, ElementType};
use scanlab::record::{Capabilities, Kernels, ScanDescriptor};
use scanlab::wgpu;

pub(crate) fn main() {
    pollster::block_on(run()).expect("a scan");
}

async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let instance = wgpu::Instance::new(wgpu::InstanceDescriptor::new_without_display_handle());
    let adapter = instance.request_adapter(&Default::default()).await?;
    let (device, queue) = adapter.request_device(&Default::default()).await?;
    // The operator must be associative; it need not be commutative. `left` is the map that is applied first.
    let affine = CustomOperator {
        element_type: ElementType::U32,
        words: 2,
        identity: vec![1, 0],
        combine: "return vec2u(left.x * right.x, right.x * left.y + right.y);".into(),
    };
    let maps = ScanDescriptor::new(affine.monoid()?, 3);
    let scan = Kernels::scan(&device, &queue, &Capabilities::of(&device), &maps).await?;
    // The maps x ↦ 2x + 1, x ↦ 3x, x ↦ x + 5.
    let composed = scan.run(&[2u32, 1, 3, 0, 1, 5]).await?;
    println!("{composed:?}");
    assert_eq!(composed, [2, 1, 6, 3, 6, 8]);
    Ok(())
}
