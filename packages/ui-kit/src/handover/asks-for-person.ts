/**
 * Requests for a person, by language: English, Spanish, German, French, Portuguese, Arabic. Each needs a person of a team
 * ("agent", "somebody") together with a verb of contact, or words that name such a person alone ("customer service"
 * at the start of a request). "My doctor" and "a person of 70 kg" are none.
 */
const requests: readonly RegExp[] = [
  // English
  /\b(?:talk|speak|chat|connect(?: me)?|put me through|transfer(?: me)?|contact|reach)\b(?: \w+){0,2}? (?:to|with)? ?(?:an? |the |some |your )?(?:real |live |actual |human )*(?:person|human|humans|human being|agent|someone|somebody|anyone|operator|representative|advisor|adviser|employee|staff|(?:customer )?(?:support|service)|support team)\b(?! (?:who|with|of|in my|from my|at my))/iu,
  /\b(?:real|live|actual) (?:person|human|agent)\b/iu,
  /\bhuman (?:agent|support|operator|help)\b/iu,
  /^\W*(?:agent|operator|human|representative|(?:customer )?support|customer service)\W*(?:please)?\W*$/iu,
  // Spanish
  /\b(?:hablar|hable|comunicar\w{0,8}|contactar|p[aá]s\w{0,8}|chatear|conect\w{0,8})\b(?: [\p{L}]+){0,2}? (?:con|a) (?:una? |el |la |alg[uú]n )?(?:persona|humano|humana|agente|alguien|operador\w{0,8}|asesor\w{0,8}|representante|servicio|atenci[oó]n|soporte|empleado)(?!\p{L})/iu,
  /(?<!\p{L})(?:persona|agente|humano|operador) (?:real|humano|humana|de verdad)(?!\p{L})/iu,
  /(?<!\p{L})(?:quiero|necesito) (?:a )?una? (?:persona|agente|humano)(?: (?:por favor|ahora))?\W*$/iu,
  // German
  /(?:mit|an|zu) (?:einem |einer |einen |dem |der |ihrem |jemand\w{0,8}|'?nem )?(?:echten |richtigen |realen |menschlichen ){0,2}(?:menschen|mitarbeiter\w{0,8}|person|jemand\w{0,8}|berater\w{0,8}|kundendienst|kundenservice|support|ansprechpartner\w{0,8})(?!\p{L})[^.?!]{0,20}(?:sprechen|reden|verbinden|verbunden|chatten|schreiben|weiterleiten)/iu,
  /(?<!\p{L})(?:sprechen|reden|verbinden|verbinde mich)\b[^.?!]{0,12} mit (?:einem |einer |dem |der |jemand\w{0,8})?(?:echten |richtigen ){0,2}(?:menschen|mitarbeiter\w{0,8}|person|jemand\w{0,8}|berater\w{0,8}|kundendienst|kundenservice|support)(?!\p{L})/iu,
  /(?<!\p{L})(?:echte[rnm]?|richtige[rnm]?) (?:mensch|menschen|person|mitarbeiter\w{0,8})(?!\p{L})/iu,
  // French
  /(?<!\p{L})(?:parler|discuter|[eé]changer|joindre|contacter|passe[rz](?:-moi)?|mett\w{1,8} en (?:relation|contact))(?: \p{L}+)?(?: (?:[aà]|avec))? (?:une? |quelqu['’]un|un vrai |une vraie |le |la |votre )?(?:vraie? )?(?:personne|humain|agent|quelqu['’]un|conseill[eè]re?|op[eé]rateur|op[eé]ratrice|service client|support)(?!\p{L})/iu,
  /(?<!\p{L})parler (?:[aà]|avec) quelqu['’]un(?!\p{L})/iu,
  /(?<!\p{L})(?:vraie personne|personne r[eé]elle|vrai humain|agent humain)(?!\p{L})/iu,
  // Portuguese
  /(?<!\p{L})(?:falar|fale|conversar|conectar|contatar|contactar|passar|transferir)(?: \p{L}+){0,2}? (?:com|para) (?:uma? |o |a |algu[eé]m|algum )?(?:pessoa|humano|atendente|agente|algu[eé]m|operador\w{0,8}|representante|suporte|atendimento|funcion[aá]ri\w)(?!\p{L})/iu,
  /(?<!\p{L})falar com algu[eé]m(?!\p{L})/iu,
  /(?<!\p{L})(?:pessoa|atendente|agente) (?:real|humano|humana|de verdade)(?!\p{L})/iu,
  // Arabic
  /(?:التحدث|اتحدث|أتحدث|التكلم|أتكلم|اتكلم|أكلم|اكلم|التواصل|أتواصل|اتواصل|حولني|وصلني|تحويلي|محادثة)\s+(?:\p{L}+\s+)?(?:مع|إلى|الى|ل)?\s*(?:ال)?(?:شخص|إنسان|انسان|موظف|ممثل|أحد|احد|حد|خدمة|الدعم|دعم|مستشار|وكيل|فريق)/u,
  /(?:شخص|موظف|إنسان|انسان)\s+(?:حقيقي|بشري|فعلي)/u,
]

/** Longest question that is searched: a request for a person is short, and the work is bounded. */
const searched = 400

/** Returns whether a person asks to be passed on to a person, in English, Spanish, German, French, Portuguese or Arabic. */
export function asksForPerson(text: string): boolean {
  const start = text.slice(0, searched).normalize('NFC')
  return requests.some((request) => request.test(start))
}
