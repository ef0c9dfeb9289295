/** Surfaces over a grid, lit as hills are on maps. */

/**
 * WGSL: a colour on a cell of a square grid, lit from the upper left by how the binding `heights` rises to the right and down:
 * `lit(word: u32, cell: u32, side: u32)`. Heights are of u32, below 2¹⁶, which is as high as the grid is wide; its side is below 2¹⁴ cells.
 */
export const RELIEF = `
  fn lit(word: u32, cell: u32, side: u32) -> u32 {
    // At an end, the surface is taken for level.
    let right = select(cell, cell + 1, cell % side + 1 < side);
    let below = select(cell, cell + side, cell / side + 1 < side);
    let rise = i32(heights[right]) + i32(heights[below]) - 2 * i32(heights[cell]);
    // Of 256 parts, so many.
    let light = vec3u(u32(clamp(238 + rise * i32(side) / 4096, 154, 307)));
    let color = min(((vec3u(word, word >> 8, word >> 16) & vec3u(255)) * light + 128) >> vec3u(8), vec3u(255));
    return 0xff000000 | (color.z << 16) | (color.y << 8) | color.x;
  }`;
