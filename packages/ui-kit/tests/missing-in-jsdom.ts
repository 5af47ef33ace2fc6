// Polyfills the modal dialog that jsdom lacks: open and close, the focus that goes in and comes back, Escape.
if (typeof HTMLDialogElement.prototype.showModal !== 'function') {
  const openers = new WeakMap<HTMLDialogElement, Element | null>()

  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement)
    this.open = true
    this.querySelector<HTMLElement>('button, input, a[href]')?.focus()
  }

  HTMLDialogElement.prototype.close = function close() {
    if (!this.open) return
    this.open = false
    const opener = openers.get(this)
    // A dialog that is out of the document already gives the focus back to nothing.
    if (this.isConnected && opener instanceof HTMLElement) opener.focus()
    // Later, as in a browser, which queues a task.
    queueMicrotask(() => this.dispatchEvent(new Event('close')))
  }

  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    const modal = [...document.querySelectorAll('dialog')].findLast(
      (dialog) => dialog.open && openers.has(dialog),
    )
    if (modal?.dispatchEvent(new Event('cancel', { cancelable: true })) === true) modal.close()
  })
}
