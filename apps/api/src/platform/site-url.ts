/**
 * What links in e-mails and to payment pages start with: the public address, or this machine. Never what a request
 * says it is for, which anybody can make up.
 */
export function siteUrlOf(publicUrl: URL | null, port: number): URL {
  return publicUrl ?? new URL(`http://localhost:${port}/`)
}
