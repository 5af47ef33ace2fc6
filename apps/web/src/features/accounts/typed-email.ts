/** Keeps the e-mail address that is typed in a form while its page is loaded again in this tab. A password is not kept. */
export function keepEmail(form: HTMLFormElement): void {
  const field = emailOf(form)
  if (field === null || field.value === '') return
  try {
    sessionStorage.setItem(keyHere(), field.value)
  } catch {
    // Full or forbidden: it is typed again.
  }
}

/** Puts back what was kept, once, where nothing else stands yet. */
export function restoreEmail(form: HTMLFormElement): void {
  const field = emailOf(form)
  if (field === null) return
  try {
    field.value ||= sessionStorage.getItem(keyHere()) ?? ''
    sessionStorage.removeItem(keyHere())
  } catch {
    // Forbidden.
  }
}

function emailOf(form: HTMLFormElement): HTMLInputElement | null {
  return form.querySelector<HTMLInputElement>('input[type="email"]')
}

function keyHere(): string {
  return `org.email:${window.location.pathname}`
}
