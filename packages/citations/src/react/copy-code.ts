import type { AnswerLabels } from '../markdown/labels.ts'

const SHOWN_MS = 2000

/** Copies the code below a copy button, and confirms it on the button for two seconds. */
export async function copyCode(
  button: HTMLButtonElement,
  labels: Pick<AnswerLabels, 'copy' | 'copied'>,
): Promise<void> {
  const code = button.closest('.org-code')?.querySelector('code')
  if (code === null || code === undefined) return
  try {
    await navigator.clipboard.writeText(code.textContent)
  } catch {
    // A page without the permission leaves the code to be selected by hand.
    getSelection()?.selectAllChildren(code)
    return
  }
  button.textContent = labels.copied
  setTimeout(() => {
    button.textContent = labels.copy
  }, SHOWN_MS)
}
