export type LinkifyIt = object
export declare const LinkifyIt: new () => LinkifyIt
export declare const P: RegExp
export declare const S: RegExp
export declare function decodeHTMLStrict(reference: string): string
export interface AddressParts {
  auth: string
  hostname: string
  pathname: string
}
export declare function parse(address: string): AddressParts
export declare function format(parts: AddressParts): string
export declare function encode(text: string): string
export declare const decode: { (text: string): string; defaultChars: string }
declare const punycode: { toASCII: (host: string) => string; toUnicode: (host: string) => string }
export default punycode
