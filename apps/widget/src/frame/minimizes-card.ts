/** Returns whether a key pressed in the card minimises it: Escape, unless something in the card takes or needs it. */
export function minimizesCard(event: KeyboardEvent, card: Element): boolean {
  // During IME composition Escape cancels the composition; Safari reports keyCode 229 right after its end.
  if (event.key !== 'Escape' || event.isComposing || event.keyCode === 229) return false
  // Open dialogs and lists close first; a required sign-in stays.
  const keeps = 'dialog[open], [aria-expanded="true"], [data-required]'
  return !event.defaultPrevented && card.querySelector(keeps) === null
}
