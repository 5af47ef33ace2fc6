/** Returns the storage key of a name in a namespace: `org.drafts`, or `org.brand.drafts` in the namespace `brand`. */
export function storageKeyIn(namespace: string, name: string): string {
  return ['org', ...(namespace === '' ? [] : [namespace]), name].join('.')
}
