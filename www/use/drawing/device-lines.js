/** Lines on the device. */

/** WGSL: calls `line_pixel(place)` for each pixel of a line within the image, as `eachOfLine` does: the same pixels from either end. */
export const LINE = `
  fn draw_line(start: vec2i, end: vec2i) {
    let way = end - start;
    let pixels = max(1, max(abs(way.x), abs(way.y)));
    for (var pixel = 0; pixel <= pixels; pixel++) {
      let place = start + sign(way) * ((2 * abs(way) * pixel + pixels) / (2 * pixels));
      if (all(place >= vec2i(0)) && place.x < numbers.image_width && place.y < numbers.image_height) {
        line_pixel(place.y * numbers.image_width + place.x);
      }
    }
  }`;
