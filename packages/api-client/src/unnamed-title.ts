/** Title of an unnamed conversation on the wire. The server and this client map it to null; people see a label. */
export const unnamedTitle = 'New chat'
