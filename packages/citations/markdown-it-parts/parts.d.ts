export type LinkifyIt = object
export declare const LinkifyIt: new () => LinkifyIt
export declare const P: RegExp
export declare const S: RegExp
export declare function decodeHTMLStrict(reference: string): string
