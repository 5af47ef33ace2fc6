/**
 * The network of an address, as limits count it. One IPv6 customer has far more addresses than a limit counts.
 *
 * @param prefix bits of an IPv6 network, a multiple of 16. A /64 is the smallest network that a customer has, so that
 *   neighbours share no limit. A provider may assign up to a /48 (RFC 6177): 65,536 networks of /64.
 * @default prefix 64
 */
export function countedAddress(address: string, prefix: 48 | 64 = 64): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace(/^::ffff:/u, '')
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const full = [
    ...groups,
    ...Array.from({ length: Math.max(missing, 0) }, () => '0'),
    ...(tail ?? '').split(':'),
  ]
  // A proxy may write leading zeros and capitals.
  const network = full.slice(0, prefix / 16).map((group) => group.toLowerCase().replace(/^0+(?=.)/u, ''))
  return `${network.join(':')}::/${prefix}`
}
