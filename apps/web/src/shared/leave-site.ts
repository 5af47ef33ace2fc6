/** Opens an address of another site in place of this page. */
export function leaveSite(address: string): void {
  window.location.assign(address)
}
