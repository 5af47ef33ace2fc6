// Shows "Something went wrong." with a Reload button when the app of this document does not start: its scripts cannot be
// loaded, throw, or nothing of the page has arrived for 20 s. The app marks its start with `data-started` on the root
// element, which removes the notice again. The document contains this script, so that it runs where no file arrives;
// where it does not run either, boot-fallback.html shows the same. A page whose scripts belong to a deployment that has
// been replaced is reloaded, once.
;(function () {
  var html = document.documentElement
  // Longest wait in ms after a file has arrived: a slow connection that still loads the page is no failure.
  var startMs = 20000
  // Longest wait in ms in all, for a page that loads files again and again without starting.
  var longestMs = 120000
  // Longest wait in ms for the answer to the question which deployment is running.
  var checkMs = 5000
  var reloadedKey = 'org.reloaded'
  var texts = {
    en: ['Something went wrong.', 'Reload'],
    es: ['Algo salió mal.', 'Volver a cargar'],
    ar: ['حدث خطأ ما.', 'إعادة التحميل'],
  }
  var notice = null
  var isReloading = false

  /** Addresses of the app's own scripts, as the document names them. */
  function entries() {
    return [...document.querySelectorAll('script[type="module"][src]')].map(function (script) {
      return script.getAttribute('src')
    })
  }

  function hasStarted() {
    var root = document.getElementById('root')
    return 'started' in html.dataset && root !== null && root.hasChildNodes()
  }

  function language() {
    // The widget's document has the language of the page around it in its address.
    var asked = [new URLSearchParams(location.search).get('lang'), html.lang]
    if (location.pathname.startsWith('/embed/theme/')) asked.splice(1, 1, navigator.language)
    for (var tag of asked) {
      var known = /^(?:en|es|ar)(?![^-_])/i.exec(tag || '')
      if (known) return known[0].toLowerCase()
    }
    return 'en'
  }

  /** The browser draws nothing, and runs no module, before the style sheets have come: those that have not apply later. */
  function unblock() {
    for (var sheet of document.querySelectorAll('link[rel=stylesheet]')) {
      if (sheet.sheet !== null || sheet.media === 'print') continue
      sheet.media = 'print'
      sheet.addEventListener('load', function (event) {
        event.currentTarget.media = 'all'
      })
    }
  }

  function removeFallback() {
    document.getElementById('boot-fallback')?.remove()
  }

  function show() {
    if (notice !== null || hasStarted()) return
    if (document.body === null) {
      addEventListener('DOMContentLoaded', show, { once: true })
      return
    }
    var code = language()
    notice = document.createElement('div')
    notice.id = 'boot-failure'
    notice.setAttribute('role', 'alert')
    notice.lang = code
    notice.dir = code === 'ar' ? 'rtl' : 'ltr'
    notice.style.cssText =
      'position:fixed;inset:0 0 auto;z-index:1000;padding:1.5rem;font:1rem/1.5 system-ui,sans-serif;' +
      'text-align:center;background:Canvas;color:CanvasText;color-scheme:light dark'
    var text = document.createElement('p')
    text.textContent = texts[code][0]
    var button = document.createElement('button')
    button.type = 'button'
    button.textContent = texts[code][1]
    button.style.cssText = 'font:inherit;padding:.5rem 1rem;min-height:44px'
    button.addEventListener('click', function () {
      location.reload()
    })
    notice.append(text, button)
    document.body.prepend(notice)
    removeFallback()
  }

  /** Whether the server's document names other scripts by now; false when it cannot be reached. */
  async function isReplaced(sources) {
    try {
      var response = await fetch(location.href, { cache: 'no-store', headers: { Accept: 'text/html' } })
      if (!response.ok) return false
      var text = await response.text()
      return sources.some(function (source) {
        return !text.includes(source)
      })
    } catch {
      return false
    }
  }

  /** Whether nothing that somebody has typed would be lost. */
  function isUntouched() {
    var fields = 'textarea,input:not([type=checkbox],[type=radio],[type=hidden],[type=file])'
    return [...document.querySelectorAll(fields)].every(function (field) {
      return field.value === ''
    })
  }

  /**
   * Remembers the reload, so that it happens once for these scripts; false when it has happened or storage is blocked.
   * All reloads are remembered: two deployments behind one balancer would otherwise reload each other for ever.
   */
  function mayReload(sources) {
    try {
      var reloaded = (sessionStorage.getItem(reloadedKey) || '').split('\n')
      if (reloaded.includes(sources.join())) return false
      sessionStorage.setItem(reloadedKey, [...reloaded.slice(-9), sources.join()].join('\n'))
      return true
    } catch {
      return false
    }
  }

  async function reloadOr(otherwise) {
    var sources = entries()
    // The line that stalled the page may stall this request, too.
    var late = setTimeout(function () {
      otherwise()
    }, checkMs)
    var isOld = await isReplaced(sources)
    clearTimeout(late)
    // Each of several scripts may report the same failure.
    if (isReloading) return
    isReloading = isOld && isUntouched() && mayReload(sources)
    if (isReloading) location.reload()
    else otherwise()
  }

  function isOurs(address) {
    return !address || address.startsWith(location.origin)
  }

  addEventListener(
    'error',
    function (event) {
      if (hasStarted()) return
      var target = event.target
      if (target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) {
        // Fonts and icons are links, too, and the app starts without them.
        var isNeeded = target.matches('script,link[rel=stylesheet],link[rel=modulepreload]')
        if (isNeeded && isOurs(target.src || target.href)) void reloadOr(show)
      } else if (event instanceof ErrorEvent && isOurs(event.filename)) void reloadOr(show)
    },
    true,
  )
  addEventListener('unhandledrejection', function () {
    if (!hasStarted()) void reloadOr(show)
  })
  // Sent by the build's import wrapper when a chunk that is loaded later cannot be fetched.
  addEventListener('vite:preloadError', function () {
    void reloadOr(show)
  })
  function giveUp() {
    arrivals?.disconnect()
    clearTimeout(longest)
    show()
    unblock()
    void reloadOr(function () {})
  }

  var longest = setTimeout(giveUp, longestMs)
  var timer = setTimeout(giveUp, startMs)
  var arrivals =
    typeof PerformanceObserver === 'undefined'
      ? null
      : new PerformanceObserver(function () {
          clearTimeout(timer)
          timer = setTimeout(giveUp, startMs)
        })
  arrivals?.observe({ type: 'resource' })
  var watch = new MutationObserver(function () {
    clearTimeout(timer)
    clearTimeout(longest)
    arrivals?.disconnect()
    watch.disconnect()
    removeFallback()
    if (notice === null) return
    notice.remove()
    notice = null
  })
  watch.observe(html, { attributes: true, attributeFilter: ['data-started'] })
})()
