// Polyfills that the site needs in jsdom.
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
window.matchMedia = (media) => Object.assign(new EventTarget(), { media, matches: false, ...unused })
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

const unused = { onchange: null, addListener: () => {}, removeListener: () => {} }
