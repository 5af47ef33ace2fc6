import type { LookupAddress } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { callbackify } from 'node:util'

/** Address ranges that are not part of the public internet, and those that carry IPv4 addresses within IPv6. */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  closed.addSubnet(network, prefix, 'ipv4')
}

/** Global unicast addresses of IPv6; all others are local, reserved or carry IPv4 addresses. */
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6')
}

/** Returns whether an IP address belongs to the public internet. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4')
  return isIP(address) === 6 && global6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

/** A public address at which Azure serves the settings of a machine to this machine alone. */
const azureHost = '168.63.129.16'
closed.addAddress(azureHost, 'ipv4')

/** Addresses at which clouds serve the credentials of a machine: those of a link, and single ones of other networks. */
const machineOnly = new BlockList()
machineOnly.addSubnet('169.254.0.0', 16, 'ipv4')
machineOnly.addSubnet('fe80::', 10, 'ipv6')
// AWS, Google, Alibaba, Oracle and Azure.
machineOnly.addAddress('fd00:ec2::254', 'ipv6')
machineOnly.addAddress('fd20:ce::254', 'ipv6')
machineOnly.addAddress('100.100.100.200', 'ipv4')
machineOnly.addAddress('192.0.0.192', 'ipv4')
machineOnly.addAddress(azureHost, 'ipv4')
// An IPv4 address of a link, as a gateway to IPv4 networks is addressed (RFC 6052).
machineOnly.addSubnet('64:ff9b::169.254.0.0', 112, 'ipv6')

/** Returns whether an IP address may be named where the operator's own network is allowed. */
function isOwnNetworkAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !machineOnly.check(address, family === 4 ? 'ipv4' : 'ipv6')
}

/** Accounts whose sources and webhooks may be on the operator's own network: none, administrators, or clients as well. */
export type NetworkAccess = 'public' | 'administrators' | 'clients'

/** Returns whether the addresses of an owner may be on the operator's own network. A client's id, or null for all others. */
export function reachesOwnNetwork(access: NetworkAccess, clientId: string | null): boolean {
  return access === 'clients' || (access === 'administrators' && clientId === null)
}

/** The addresses to which requests for an owner may connect. */
export function addressesFor(
  access: NetworkAccess,
  clientId: string | null,
): { isAllowed: (address: string) => boolean } {
  return { isAllowed: reachesOwnNetwork(access, clientId) ? isOwnNetworkAddress : isPublicAddress }
}

/** Code of the error for a host whose address is not public. */
export const closedAddressCode = 'ECLOSEDADDRESS'

/**
 * Resolves a host to addresses that are all allowed. The connection is made to one of them, so that a second answer of the
 * name server cannot lead elsewhere.
 */
export function lookupAllowed(isAllowed: (address: string) => boolean): LookupFunction {
  // Names of the own network are known to the system alone: from its list of hosts, or by a search domain.
  const resolve = isAllowed === isPublicAddress ? resolvePublic : resolveBySystem
  const resolveAllowed = callbackify(async (host: string, family: number | string | undefined) => {
    const addresses = await resolve(host, family)
    const [first] = addresses
    const areAllowed = addresses.every(({ address }) => isAllowed(address))
    if (first === undefined || !areAllowed) throw closedAddress()
    return { first, addresses }
  })
  return (host, { family, all }, callback) => {
    resolveAllowed(host, family, (error, found) => {
      if (error !== null) callback(error, '')
      else if (all === true) callback(null, found.addresses)
      else callback(null, found.first.address, found.first.family)
    })
  }
}

function closedAddress(): Error {
  return Object.assign(new Error('The address is not public.'), { code: closedAddressCode })
}

function resolveBySystem(host: string, family: number | string | undefined): Promise<LookupAddress[]> {
  return lookup(host, { all: true, family: family === 4 || family === 6 ? family : 0 })
}

/** Milliseconds for which one name server is waited for, and rounds over all of them. */
const patience = { timeout: 2000, tries: 2 }

/**
 * Resolves a name without a thread. The system's resolver takes one of two threads for each name, and a name server that
 * does not answer holds it for 10 s and more: a few such names would keep the server from its model, its mail server and
 * its database.
 */
async function resolvePublic(host: string, family: number | string | undefined): Promise<LookupAddress[]> {
  const name = host.replace(/\.$/u, '').toLowerCase()
  // Names of one label are those of the own network.
  if (!name.includes('.') || name.endsWith('.localhost')) throw closedAddress()
  const resolver = new Resolver(patience)
  const found = await Promise.allSettled([
    family === 6 ? [] : resolver.resolve4(host),
    family === 4 ? [] : resolver.resolve6(host),
  ])
  const addresses = found.flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (addresses.length === 0) throw new Error('The name has no address.')
  return addresses.map((address) => ({ address, family: isIP(address) }))
}
