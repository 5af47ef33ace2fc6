import { isIP } from 'node:net'
import { domainToASCII } from 'node:url'

/** Domains in which anybody gets an address: nobody's addresses there are an organisation's. */
const publicDomains = new Set(
  `gmail.com googlemail.com outlook.com outlook.de outlook.es outlook.fr hotmail.com hotmail.co.uk hotmail.de hotmail.es
  hotmail.fr hotmail.it live.com live.de live.fr live.nl msn.com passport.com yahoo.com yahoo.co.uk yahoo.de yahoo.es
  yahoo.fr yahoo.it yahoo.co.in yahoo.co.jp yahoo.com.br ymail.com rocketmail.com aol.com aim.com icloud.com me.com mac.com
  proton.me protonmail.com protonmail.ch pm.me tutanota.com tutanota.de tuta.io tuta.com gmx.com gmx.net gmx.de gmx.at gmx.ch
  web.de t-online.de freenet.de arcor.de mail.de posteo.de mailbox.org fastmail.com fastmail.fm hey.com zoho.com zohomail.com
  yandex.com yandex.ru ya.ru mail.ru bk.ru inbox.ru list.ru rambler.ru mail.com email.com usa.com inbox.com hushmail.com
  orange.fr wanadoo.fr free.fr sfr.fr laposte.net bbox.fr libero.it virgilio.it alice.it tin.it tiscali.it
  btinternet.com sky.com talktalk.net virginmedia.com ntlworld.com comcast.net verizon.net att.net sbcglobal.net cox.net
  charter.net earthlink.net bellsouth.net shaw.ca rogers.com sympatico.ca bigpond.com optusnet.com.au xtra.co.nz
  uol.com.br bol.com.br terra.com.br ig.com.br terra.es telefonica.net qq.com foxmail.com 163.com 126.com yeah.net sina.com
  sohu.com aliyun.com naver.com hanmail.net daum.net nate.com docomo.ne.jp ezweb.ne.jp softbank.ne.jp rediffmail.com
  seznam.cz centrum.cz wp.pl o2.pl onet.pl interia.pl abv.bg ukr.net bluewin.ch telenet.be skynet.be ziggo.nl kpnmail.nl
  mailinator.com guerrillamail.com 10minutemail.com yopmail.com trashmail.com temp-mail.org maildrop.cc sharklasers.com`.split(
    /\s+/u,
  ),
)

/** Names that no public name server answers for (RFC 2606, RFC 6761, RFC 6762, RFC 7686, RFC 8375). */
const reservedEndings = ['localhost', 'local', 'internal', 'invalid', 'onion', 'arpa', 'alt']

/** Longest name in a DNS query, in characters. The name of the TXT record must fit, too. */
const mostCharacters = 220

/**
 * Reads a typed domain of e-mail addresses, such as `@Example.com`.
 *
 * @returns the domain in lower case as ASCII; undefined for what is none
 */
export function readDomain(typed: string): string | undefined {
  const domain = domainToASCII(typed.trim().replace(/^@/u, '').replace(/\.$/u, '').toLowerCase())
  if (domain === '' || domain.length > mostCharacters || isIP(domain) !== 0) return undefined
  const labels = domain.split('.')
  const areLabels = labels.every((label) => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/u.test(label))
  return areLabels && labels.length > 1 ? domain : undefined
}

/** Returns whether no organisation can claim a domain: everybody gets addresses there, or it is nobody's. */
export function isPublicDomain(domain: string): boolean {
  if (publicDomains.has(domain)) return true
  return reservedEndings.some((ending) => domain === ending || domain.endsWith(`.${ending}`))
}

/** Domain of an e-mail address in lower case, as ASCII. */
export function domainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1).toLowerCase())
}
