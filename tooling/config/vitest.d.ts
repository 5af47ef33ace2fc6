import type { ViteUserConfig } from 'vitest/config'

export declare function nodeTests(overrides?: ViteUserConfig): ViteUserConfig
export declare function browserTests(overrides?: ViteUserConfig): ViteUserConfig
