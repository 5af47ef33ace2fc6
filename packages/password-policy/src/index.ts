import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

/** Why a password may not be used. */
export type PasswordProblem = 'blank' | 'email' | 'guessable'

/** Guesses that a password must withstand, as a power of ten: zxcvbn's score 4, "very unguessable". */
const minGuessesLog10 = 10

/**
 * Characters that are checked; further ones only add strength. The duration of a check grows faster than linearly, and
 * the server checks on its event loop.
 */
const checkedCharacters = 40

/** Variants tried of a password with symbols in place of letters ("p4$$w0rd"). The library's 512 take up to a second. */
const maxSubstitutions = 16

/**
 * Guessable parts of passwords that are in no list of the library: well-known phrases, this project's name and the
 * passwords of its documents, "password" in the languages of the interface and the content, and rows of keyboards.
 */
const knownPhrases = [
  'correct horse battery staple',
  'correcthorsebatterystaple',
  'demonstration-only',
  'letmeinplease',
  'thisismypassword',
  'thequickbrownfox',
  'tobeornottobe',
  'verdant',
  'contraseña',
  'contrasena',
  'mot de passe',
  'motdepasse',
  'passwort',
  'kennwort',
  'senha',
  'كلمة السر',
  'كلمة المرور',
  'كلمةالسر',
  'كلمةالمرور',
  'ضصثقفغعهخحجد',
  'شسيبلاتنمكط',
  'ئءؤرلاىةوزظ',
  'йцукенгшщзхъ',
  'фывапролджэ',
  'ячсмитьбю',
]

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, 'known-phrases': knownPhrases },
  graphs: adjacencyGraphs,
  maxLength: checkedCharacters,
  l33tMaxSubstitutions: maxSubstitutions,
})

/**
 * Checks a new password against an attacker who tries the likeliest passwords first. Length is not checked.
 *
 * @param email address of the account; a password made of it is guessable
 * @returns `undefined` when the password may be used
 * @example passwordProblem('Password12345678!', 'a@example.com') // 'guessable'
 */
export function passwordProblem(password: string, email: string): PasswordProblem | undefined {
  const plain = password.normalize('NFKC')
  const address = email.trim().toLowerCase()
  if (plain.trim() === '') return 'blank'
  if (address !== '' && lettersOf(plain.toLowerCase()) === lettersOf(address)) return 'email'
  const words = [address, ...address.split(/[^\p{L}\p{N}]+/u)].filter((word) => word.length > 2)
  const { distinct, copies } = withoutCopies(Array.from(plain).slice(0, checkedCharacters))
  const isCopied = copies > 0 && estimator.check(distinct, words).guessesLog10 + copies < minGuessesLog10
  return isCopied || estimator.check(plain, words).guessesLog10 < minGuessesLog10 ? 'guessable' : undefined
}

/** Characters of the shortest copy: shorter parts repeat by chance. */
const minCopy = 4

/**
 * Removes parts that occur earlier in a password, in any case ("2026-11-27 2026-11-27"). The estimator multiplies the guesses
 * of both, but an attacker who repeats a part tries ten times as many passwords at most.
 */
function withoutCopies(characters: readonly string[]): { distinct: string; copies: number } {
  const folded = characters.map((character) => character.toLowerCase())
  let distinct = ''
  let copies = 0
  for (let start = 0; start < folded.length;) {
    const earlier = folded.slice(0, start).join('')
    let end = start + minCopy
    while (end <= folded.length && earlier.includes(folded.slice(start, end).join(''))) end += 1
    const length = end - 1 - start
    if (length >= minCopy) {
      copies += 1
      start += length
    } else {
      distinct += characters[start] ?? ''
      start += 1
    }
  }
  return { distinct, copies }
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}
