import { passwordLimits } from '@org/api-client/contract'

// What people make of fifteen characters when a shorter favourite is refused.
const common = [
  '123456789012345',
  'abcdefghijklmno',
  'qwertyuiopasdfgh',
  '1q2w3e4r5t6y7u8i',
  '1qaz2wsx3edc4rfv',
  'letmeinletmein',
  'iloveyouiloveyou',
  'thisismypassword',
  'correcthorsebatterystaple',
  'demonstration-only',
]
const commonParts = [
  'password',
  'passw0rd',
  'qwerty',
  'letmein',
  'iloveyou',
  'welcome',
  'admin',
  'abc123',
  '123456789',
  '1234567890',
  '12345',
  '123',
]

/**
 * Why a password of the right length may still not be used, or `undefined`: only ones that are guessed first
 * are refused, no mixture of characters is asked for (NIST SP 800-63B-4, section 3.1.1.2).
 */
export function passwordProblem(password: string, email: string): string | undefined {
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain.trim() === '') return 'Use more than spaces.'
  const [name = ''] = email.toLowerCase().split('@')
  const own = [lettersOf(email.toLowerCase()), ...repeats(lettersOf(name))]
  if (own.includes(lettersOf(plain))) return 'Use a password that is not your email address.'
  if (common.some((entry) => isNearly(plain, entry)) || commonParts.flatMap(repeats).includes(plain)) {
    return 'This password is too common. Use a longer phrase of your own.'
  }
  return undefined
}

function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function isNearly(password: string, entry: string): boolean {
  return password.startsWith(entry) && password.length <= entry.length + 3
}

// `part` over and over, cut nowhere or anywhere beyond the shortest length allowed.
function repeats(part: string): string[] {
  if (part === '') return []
  const longest = part.repeat(Math.ceil(passwordLimits.max / part.length))
  return Array.from({ length: passwordLimits.max - passwordLimits.min + 1 }, (_, extra) =>
    longest.slice(0, passwordLimits.min + extra),
  )
}
