// Positions of invocations whose tile is scanned by subgroups. See lib/tile.wgsl and lib/subgroup_scan.wgsl.

import package::lib::subgroup_scan::{subgroup_position, subgroup_workgroup_scan, SubgroupPosition};
import constants::ROWS;
import element::T;

struct Invocation {
    @builtin(local_invocation_index) index: u32,
    @builtin(subgroup_invocation_id) lane: u32,
    @builtin(subgroup_size) size: u32,
}

alias Position = SubgroupPosition;

fn tile_position(invocation: Invocation) -> Position {
    return subgroup_position(invocation.index, invocation.lane, invocation.size);
}

fn position_local_index(position: Position) -> u32 { return position.local_index; }

// The invocation's pack in the first row of its subgroup. A row has one pack per invocation of the subgroup.
fn first_row_pack(position: Position) -> u32 { return position.subgroup * position.size * ROWS + position.lane; }

fn workgroup_sum(value: T, position: Position) -> T { return subgroup_workgroup_scan(value, position, position.size).total; }
