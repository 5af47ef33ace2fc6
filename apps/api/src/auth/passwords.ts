import { hash, verify } from '@node-rs/argon2'

// Argon2id is the library's default; the cost is OWASP's first choice (Password Storage Cheat Sheet, 2025).
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

let decoy: Promise<string> | undefined

/** Argon2id with a salt of its own, in PHC form. */
export function hashPassword(password: string): Promise<string> {
  return hash(normalised(password), cost)
}

/** Compares with a stored hash; with none it does the same work and is false. */
export async function verifyPassword(stored: string | undefined, password: string): Promise<boolean> {
  // Made at the first comparison of a process, whoever it is about.
  const nobodys = await (decoy ??= hashPassword('nobody has this one'))
  const matches = await verify(stored ?? nobodys, normalised(password))
  return matches && stored !== undefined
}

// The same characters may be typed as different code points on another keyboard (NIST SP 800-63B-4, 3.1.1.2).
function normalised(password: string): string {
  return password.normalize('NFKC')
}
