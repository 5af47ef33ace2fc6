/** True for host names that always mean this machine (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3). Brackets of IPv6 are optional. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.toLowerCase().replace(/\.$/u, '')
  return (
    name === 'localhost' ||
    name.endsWith('.localhost') ||
    name === '::1' ||
    name === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/u.test(name)
  )
}
