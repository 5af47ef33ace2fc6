/** Leads to the first control that is marked as wrong, and unfolds the section around it. */
export function focusFlaw(within: Element | null): void {
  const control = within?.querySelector<HTMLElement>('[aria-invalid=true]')
  control?.closest('details')?.setAttribute('open', '')
  control?.focus()
}
