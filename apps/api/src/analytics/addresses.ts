import { createHmac } from 'node:crypto'
import { isIPv4, isIPv6 } from 'node:net'

/** Stored form of an address: enough to count it and to locate it roughly, not the address itself. */
export interface CountedAddress {
  /** HMAC-SHA256 under the deployment's own key, 16 bytes as hexadecimal digits. */
  hash: string
  /** The network: `203.0.113.0/24` or `2001:db8:1::/48`; '' when it is no address. */
  masked: string
}

/** An address as the statistics keep it. An IPv4 address inside an IPv6 one is taken for itself. */
export function countAddress(address: string, key: string): CountedAddress {
  const plain = address.replace(/^::ffff:(?=\d+\.)/iu, '').toLowerCase()
  return {
    hash: createHmac('sha256', key).update(plain).digest('hex').slice(0, 32),
    masked: maskAddress(plain),
  }
}

/** The first 24 bits of an IPv4 address, the first 48 of an IPv6 one, as a network; '' for anything else. */
export function maskAddress(address: string): string {
  if (isIPv4(address)) return `${address.split('.').slice(0, 3).join('.')}.0/24`
  if (!isIPv6(address)) return ''
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = head === '' ? [] : head.split(':')
  // `::` stands for all groups that are missing.
  const first = tail === undefined ? groups : [...groups, ...Array<string>(8).fill('0')]
  const network = first.slice(0, 3).map((group) => (Number.parseInt(group, 16) || 0).toString(16))
  return `${network.join(':')}::/48`
}
