/** Id of the demonstration's widget. */
export const cfg = '01990000-0000-7000-8000-000000000001'
