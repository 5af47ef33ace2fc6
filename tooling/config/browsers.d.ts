export declare const target: 'es2023'
export declare const cssTarget: string[]
