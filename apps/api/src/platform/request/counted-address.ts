/** An address as it is counted: all of a network that one IPv6 customer is given counts as one. */
export function countedAddress(address: string): string {
  if (!address.includes(':') || address.startsWith('::ffff:')) return address.replace(/^::ffff:/u, '')
  const [head = '', tail] = address.split('::')
  const groups = head === '' ? [] : head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length)
  const full = [
    ...groups,
    ...Array.from({ length: Math.max(missing, 0) }, () => '0'),
    ...(tail ?? '').split(':'),
  ]
  return `${full.slice(0, 4).join(':')}::/64`
}
