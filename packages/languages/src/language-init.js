// Before the first paint: the language of the page and its direction, as `chooseLanguage` would choose them.
;(function () {
  var saved = null
  try {
    saved = localStorage.getItem('language')
  } catch {
    // Storage may be forbidden.
  }
  var wanted = [saved].concat(navigator.languages)
  for (var tag of wanted) {
    var language = /^(?:en|es|ar)(?![^-_])/i.exec(tag || '')
    if (language) {
      var root = document.documentElement
      root.lang = language[0].toLowerCase()
      root.dir = root.lang === 'ar' ? 'rtl' : 'ltr'
      break
    }
  }
})()
