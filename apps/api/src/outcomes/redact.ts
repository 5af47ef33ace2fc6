/** Placeholders of removed parts. They are the same in every language, so that readers and clusters can skip them. */
const placeholders = { email: '[email]', phone: '[phone]', number: '[number]', name: '[name]' } as const

/** Longest text that is stored of one message, in UTF-16 units. */
export const storedCharacters = 4000

/**
 * Removes e-mail addresses, phone numbers, numbers of accounts and cards, and names after "I am" and its equivalents in the
 * six languages of the interface. Cuts to {@link storedCharacters} first, so that the work is bounded.
 *
 * The rules prefer to remove too much: a profession with a capital letter ("Ich bin Lehrer") is removed as a name.
 *
 * @example redact('I am Ana, write to ana@example.com') // 'I am [name], write to [email]'
 */
export function redact(text: string): string {
  return redactNames(redactPhones(redactEmails(text.slice(0, storedCharacters))))
}

/**
 * Removes the same from a text of any length, in parts that end between words.
 *
 * @param pause awaited between parts
 */
export async function redactWhole(text: string, pause: () => Promise<void>): Promise<string> {
  let result = ''
  for (let start = 0; start < text.length;) {
    const isLast = start + storedCharacters >= text.length
    const end = isLast ? text.length : endOfPart(text, start)
    result += redact(text.slice(start, end))
    start = end
    if (!isLast) await pause()
  }
  return result
}

/** Characters on each side of a cut that show whether it divides a name or a number: longer than either. */
const contextCharacters = 120

/** Spaces that are tried as a cut, the last first. */
const triedSpaces = 20

/** Returns the index at which a part ends: after a line, or at a space that divides no name and no number. */
function endOfPart(text: string, start: number): number {
  const part = text.slice(start, start + storedCharacters)
  const line = part.lastIndexOf('\n') + 1
  if (line > 0) return start + line
  let space = part.lastIndexOf(' ') + 1
  const last = space || part.length
  for (let tried = 0; space > 0 && tried < triedSpaces; tried += 1) {
    if (dividesNothing(text, start + space)) return start + space
    space = space === 1 ? 0 : part.lastIndexOf(' ', space - 2) + 1
  }
  return start + last
}

/** Returns whether both sides of a cut are redacted alone as they are together. */
function dividesNothing(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - contextCharacters), at)
  const after = text.slice(at, at + contextCharacters)
  return redact(before + after) === redact(before) + redact(after)
}

/** Removes every word around an `@` with a dot after it. Words are split first: no expression spans two of them. */
function redactEmails(text: string): string {
  return text.replaceAll(/\S+/gu, (word) => {
    const at = word.lastIndexOf('@')
    if (at < 1) return word
    const core = trimmed(word, '<>()[]"\'“”«».,;:!?')
    return core.text.indexOf('.', at - core.start) > at - core.start + 1
      ? word.slice(0, core.start) + placeholders.email + word.slice(core.start + core.text.length)
      : word
  })
}

/** Returns a text without some characters at its ends, and where it begins. */
function trimmed(text: string, characters: string): { text: string; start: number } {
  let [start, end] = [0, text.length]
  while (start < end && characters.includes(text.charAt(start))) start += 1
  while (end > start && characters.includes(text.charAt(end - 1))) end -= 1
  return { text: text.slice(start, end), start }
}

/** Signs between the digits of a number: with those that keep it on one line. */
const digitRun = /\+?\(?\p{Nd}[\p{Nd} ()./\u00A0\u2007\u2009\u2011\u202F-]*/gu

const digitRunEnds = ' ()./-\u00A0\u2007\u2009\u2011\u202F'

/** Digits of the longest phone number (ITU-T E.164). */
const phoneDigits = 15

/** Removes runs of 7 digits and more, except dates and amounts. */
function redactPhones(text: string): string {
  return text.replaceAll(digitRun, (run) => {
    const digits = countDigits(run)
    if (digits <= phoneDigits) return redactRun(run, placeholders.phone)
    // Several numbers or dates in a row: each is redacted by itself.
    return run
      .split(/(\s{1,3}[/-]\s{1,3})/u)
      .map((part) =>
        redactRun(part, countDigits(part) > phoneDigits ? placeholders.number : placeholders.phone),
      )
      .join('')
  })
}

function redactRun(run: string, placeholder: string): string {
  const { text: core, start } = trimmed(run, digitRunEnds)
  const isKept = countDigits(core) < 7 || core.split(/\s+/u).every((word) => isDateOrRange(word))
  return isKept || isDateOrRange(core) ? run : placeholder + run.slice(start + core.length)
}

const countDigits = (text: string) => text.replaceAll(/\P{Nd}/gu, '').length

/** Dates (`2026-11-22`, `22.11.2026`), ranges of years (`2019-2024`) and amounts (`1.000.000`). */
function isDateOrRange(run: string): boolean {
  return (
    /^\p{Nd}{4}[-/.]\p{Nd}{1,2}[-/.]\p{Nd}{1,2}$/u.test(run) ||
    /^\p{Nd}{1,2}[-/. ]{1,2}\p{Nd}{1,2}[-/. ]{1,2}\p{Nd}{4}$/u.test(run) ||
    /^(?:19|20)\p{Nd}{2} ?[-/] ?(?:19|20)\p{Nd}{2}$/u.test(run) ||
    /^[1-9]\p{Nd}{0,2}(?:\.\p{Nd}{3}){2,3}$/u.test(run)
  )
}

/** Phrases whose next words are a name, whatever their case. */
const namePhrases = new Set([
  'my name is',
  'my name’s',
  "my name's",
  'name is',
  'i am called',
  'me llamo',
  'mi nombre es',
  'me dicen',
  'ich heiße',
  'ich heisse',
  'mein name ist',
  'mein name lautet',
  "je m'appelle",
  'je m’appelle',
  'mon nom est',
  'mon prénom est',
  'me chamo',
  'chamo-me',
  'meu nome é',
  'o meu nome é',
  'اسمي',
  'إسمي',
  'اسمي هو',
])

/** Phrases that a name follows when it begins with a capital letter. */
const selfPhrases = new Set([
  'i am',
  "i'm",
  'i’m',
  'im',
  'this is',
  'call me',
  'soy',
  'yo soy',
  'soy la',
  'soy el',
  'ich bin',
  'ich bin der',
  'ich bin die',
  'hier ist',
  'je suis',
  "c'est",
  'c’est',
  'moi c’est',
  "moi c'est",
  'eu sou',
  'sou',
  'sou o',
  'sou a',
  'aqui é',
])

/** Phrases that an Arabic given name follows. */
const arabicSelf = new Set(['أنا', 'انا', 'معك', 'معكم'])

/** Arabic has no capital letters: after "أنا" these common given names are removed, and other words stay. */
const arabicNames = new Set(
  (
    'محمد أحمد احمد محمود علي حسن حسين إبراهيم ابراهيم يوسف عمر عثمان خالد سعيد سعد سالم سامي كريم طارق ياسر ' +
    'مصطفى عبدالله عبد فاطمة عائشة خديجة مريم زينب نور سارة ليلى هدى منى أمل امل رنا ريم دينا هبة سلمى ندى ' +
    'نادية سميرة رانيا جميلة أمينة امينة حنان سعاد وليد ماجد فيصل فهد بدر راشد حمد جاسم ناصر زياد رامي هاني'
  ).split(' '),
)

const particles = new Set('de del la da do dos van von der bin ibn al el y'.split(' '))

/** Words that end a name written in lower case. */
const afterNames = new Set(
  (
    'and i i’m but my the with from who what how can is am have take y yo tengo tomo con pero mi qué que como ' +
    'und ich aber mit mein was wie habe nehme et je mais avec mon j’ai e eu mas com meu tenho tomo و أنا انا عندي'
  ).split(' '),
)

interface Word {
  text: string
  lower: string
  start: number
  end: number
}

function redactNames(text: string): string {
  const words: Word[] = [...text.matchAll(/[\p{L}\p{M}\p{N}'’-]+/gu)].map(({ 0: word, index }) => ({
    text: word,
    lower: word.toLowerCase(),
    start: index,
    end: index + word.length,
  }))
  let result = ''
  let done = 0
  for (let at = 0; at < words.length; at += 1) {
    const end = nameEnd(words, at, text)
    const [first, last] = [words[at], words[end - 1]]
    if (end === at || first === undefined || last === undefined) continue
    result += text.slice(done, first.start) + placeholders.name
    done = last.end
    at = end - 1
  }
  return result + text.slice(done)
}

/** The index after the name that begins at a word; the word's own index when none begins there. */
function nameEnd(words: readonly Word[], at: number, text: string): number {
  const phrases = phrasesBefore(words, at)
  const isExplicit = phrases.some((phrase) => namePhrases.has(phrase))
  const isArabicSelf = phrases.some((phrase) => arabicSelf.has(phrase))
  if (!isExplicit && !isArabicSelf && !phrases.some((phrase) => selfPhrases.has(phrase))) return at
  let end = at
  while (end < words.length && end < at + 5) {
    const word = words[end]
    const before = words[end - 1]
    // A comma or a full stop ends the name.
    const gap = before === undefined || word === undefined ? '' : text.slice(before.end, word.start)
    if (word === undefined || (end > at && !/^\s+$/u.test(gap))) break
    if (end === at && /[.!?\n]/u.test(gap)) break
    const { lower } = word
    const isName = isArabicSelf
      ? arabicNames.has(word.text)
      : isCapitalised(word.text) ||
        (end > at && particles.has(lower) && leadsToName(words, end)) ||
        (isExplicit && end < at + 2 && !endsName(lower, end > at))
    if (!isName) break
    end += 1
  }
  return end
}

/** Returns whether a capitalised word comes after at most two particles. */
function leadsToName(words: readonly Word[], at: number): boolean {
  const [next, second] = [words[at + 1]?.text ?? '', words[at + 2]?.text ?? '']
  return isCapitalised(next) || (particles.has(next.toLowerCase()) && isCapitalised(second))
}

function endsName(lower: string, isSecond: boolean): boolean {
  // The Arabic "and" is a prefix; a first name may begin with its letter.
  return afterNames.has(lower) || !/^\p{L}/u.test(lower) || (isSecond && lower.startsWith('و'))
}

/** The one to three words before a word, in lower case. */
function phrasesBefore(words: readonly Word[], at: number): string[] {
  const [third = '', second = '', first = ''] = [3, 2, 1].map((back) => words[at - back]?.lower)
  return [first, `${second} ${first}`, `${third} ${second} ${first}`]
}

/** One capital letter and small ones: neither an abbreviation (`HIV`) nor a code (`B12`). */
function isCapitalised(word: string): boolean {
  return /^\p{Lu}[\p{Ll}\p{M}'’-][\p{L}\p{M}'’-]*$/u.test(word) && !capitalWords.has(word.toLowerCase())
}

/** Capitalised words of health questions that are no names. */
const capitalWords = new Set(
  'type typ diabetic vegan vegetarian celiac asthmatic mutter vater mann frau'.split(' '),
)
