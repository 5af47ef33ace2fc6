/**
 * The text of the script that marks the page's root before anything is painted: the saved choice, else the
 * system's preference, else light. A classic script for the `<head>`; the same text is the file
 * `@org/theme/theme-init.js`, for pages whose content security policy allows no inline script.
 */
export const themeInitScript = `;(function () {
  var saved = null
  try {
    saved = localStorage.getItem('theme')
  } catch {
    // Storage may be forbidden.
  }
  var dark = saved === 'dark' || (saved !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  var root = document.documentElement
  root.classList.toggle('dark', dark)
  root.setAttribute('data-theme', dark ? 'dark' : 'light')
  var meta = document.querySelector('meta[name="theme-color"]')
  if (meta) meta.setAttribute('content', dark ? '#111715' : '#faf8f3')
})()
`
