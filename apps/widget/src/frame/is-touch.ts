/** Returns whether the main pointer is a finger: then a text field that gets the focus brings up a keyboard. */
export function isTouch(): boolean {
  return window.matchMedia('(pointer: coarse)').matches
}
