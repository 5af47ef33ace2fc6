import type { SseEvent } from '../src/index.ts'

/** A stream and what it means. */
export interface Vector {
  rule: string
  stream: string | Uint8Array
  events: Partial<SseEvent>[]
  lastEventId?: string
  retries?: number[]
  comments?: string[]
}

/**
 * The rules of the standard's "Parsing an event stream" and "Interpreting an event stream", one vector each.
 * Absent fields of an event are `message`, `''` and `''`.
 */
export const vectors: Vector[] = [
  { rule: 'an empty stream has no event', stream: '', events: [] },
  { rule: 'one data field', stream: 'data: hello\n\n', events: [{ data: 'hello' }] },
  {
    rule: 'several data fields are joined by line feeds',
    stream: 'data: a\ndata: b\ndata\n\n',
    events: [{ data: 'a\nb\n' }],
  },
  {
    rule: 'one space after the colon is dropped',
    stream: 'data:a\n\ndata: a\n\ndata:  a\n\n',
    events: [{ data: 'a' }, { data: 'a' }, { data: ' a' }],
  },
  { rule: 'a tab after the colon is kept', stream: 'data:\ta\n\n', events: [{ data: '\ta' }] },
  { rule: 'an empty data field makes an event', stream: 'data\n\ndata:\n\ndata: \n\n', events: [{}, {}, {}] },
  { rule: 'two empty data fields are one line feed', stream: 'data\ndata\n\n', events: [{ data: '\n' }] },
  {
    rule: 'colons in a value belong to it',
    stream: 'data: {"a":"b:c"}\n\n',
    events: [{ data: '{"a":"b:c"}' }],
  },
  {
    rule: 'LF, CR and CRLF end a line',
    stream: 'data: a\ndata: b\rdata: c\r\ndata: d\r\r',
    events: [{ data: 'a\nb\nc\nd' }],
  },
  { rule: 'CRLF alone', stream: 'data: a\r\n\r\ndata: b\r\n\r\n', events: [{ data: 'a' }, { data: 'b' }] },
  { rule: 'CR alone', stream: 'data: a\r\rdata: b\r\r', events: [{ data: 'a' }, { data: 'b' }] },
  {
    rule: 'LF CR are two line ends',
    stream: 'data: a\n\rdata: b\n\r',
    events: [{ data: 'a' }, { data: 'b' }],
  },
  {
    rule: 'CR CR LF are two line ends',
    stream: 'data: a\r\r\ndata: b\r\r\n',
    events: [{ data: 'a' }, { data: 'b' }],
  },
  {
    rule: 'other separators are no line ends',
    stream: 'data: a\u2028b\u2029c\u0085d\u000Be\u000Cf\n\n',
    events: [{ data: 'a\u2028b\u2029c\u0085d\u000Be\u000Cf' }],
  },
  { rule: 'one byte order mark is dropped', stream: '\uFEFFdata: a\n\n', events: [{ data: 'a' }] },
  {
    rule: 'a second byte order mark is not',
    stream: '\uFEFF\uFEFFdata: a\n\ndata: b\n\n',
    events: [{ data: 'b' }],
  },
  {
    rule: 'a byte order mark later on is text',
    stream: 'data: a\n\n\uFEFFdata: b\n\ndata: \uFEFFc\n\n',
    events: [{ data: 'a' }, { data: '\uFEFFc' }],
  },
  { rule: 'a byte order mark and a blank line', stream: '\uFEFF\ndata: a\n\n', events: [{ data: 'a' }] },
  {
    rule: 'event names the type',
    stream: 'event: status\ndata: a\n\n',
    events: [{ type: 'status', data: 'a' }],
  },
  {
    rule: 'the last event field wins',
    stream: 'event: a\nevent: b\ndata: c\n\n',
    events: [{ type: 'b', data: 'c' }],
  },
  {
    rule: 'an empty event field is message',
    stream: 'event: a\nevent:\ndata: c\n\n',
    events: [{ data: 'c' }],
  },
  {
    rule: 'a type does not outlive its block',
    stream: 'event: a\ndata: 1\n\ndata: 2\n\n',
    events: [{ type: 'a', data: '1' }, { data: '2' }],
  },
  { rule: 'a type without data does not either', stream: 'event: a\n\ndata: 1\n\n', events: [{ data: '1' }] },
  {
    rule: 'an id persists',
    stream: 'id: 1\ndata: a\n\ndata: b\n\nid: 2\ndata: c\n\n',
    events: [
      { data: 'a', lastEventId: '1' },
      { data: 'b', lastEventId: '1' },
      { data: 'c', lastEventId: '2' },
    ],
    lastEventId: '2',
  },
  {
    rule: 'an empty id resets',
    stream: 'id: 1\ndata: a\n\nid\ndata: b\n\nid: 2\n\nid:\n\n',
    events: [{ data: 'a', lastEventId: '1' }, { data: 'b' }],
  },
  {
    rule: 'an id with NUL is ignored',
    stream: 'id: 1\nid: 2\0\nid: \0\ndata: a\n\n',
    events: [{ data: 'a', lastEventId: '1' }],
    lastEventId: '1',
  },
  { rule: 'an id without data counts at the blank line', stream: 'id: 1\n\n', events: [], lastEventId: '1' },
  {
    rule: 'an id in a block that is never closed does not count',
    stream: 'id: 1\n\nid: 2\ndata: a\n',
    events: [],
    lastEventId: '1',
  },
  {
    rule: 'an id may hold any text',
    stream: 'id: …😀\ndata: a\n\n',
    events: [{ data: 'a', lastEventId: '…😀' }],
    lastEventId: '…😀',
  },
  {
    rule: 'retry is a number of digits alone',
    stream: 'retry: 3000\nretry: 1000x\nretry: -1\nretry: 1.5\nretry: \nretry\nretry:007\n',
    events: [],
    retries: [3000, 7],
  },
  { rule: 'digits of other scripts are none', stream: 'retry: ٣\nretry: １\n', events: [], retries: [] },
  {
    rule: 'comments are told and change nothing',
    stream: ': ping\ndata: a\n:\n:x:y\ndata: b\n\n',
    events: [{ data: 'a\nb' }],
    comments: ['ping', '', 'x:y'],
  },
  {
    rule: 'field names are compared to the letter',
    stream: 'Data: a\nDATA: b\n data: c\ndata : d\nda: e\ndatax: f\ndata\0: g\n\n',
    events: [],
  },
  {
    rule: 'unknown fields are ignored',
    stream: 'foo: bar\nfoo\ndata: a\nconstructor: b\n__proto__: c\n\n',
    events: [{ data: 'a' }],
  },
  { rule: 'NUL in data is kept', stream: 'data: a\0b\n\n', events: [{ data: 'a\0b' }] },
  { rule: 'blank lines alone make no event', stream: '\n\n\r\r\r\n\r\n', events: [] },
  {
    rule: 'an event without its blank line is dropped',
    stream: 'data: a\n\ndata: b\n',
    events: [{ data: 'a' }],
  },
  {
    rule: 'a line without its end is dropped',
    stream: 'data: a\n\ndata: b\n\ndata',
    events: [{ data: 'a' }, { data: 'b' }],
  },
  { rule: 'a value that spells a field', stream: 'data: data: a\n\n', events: [{ data: 'data: a' }] },
  {
    rule: 'characters of two, three and four bytes',
    stream: 'data: é–日😀\n\n',
    events: [{ data: 'é–日😀' }],
  },
  {
    rule: 'bytes that are no UTF-8 become U+FFFD',
    stream: Uint8Array.of(
      0x64,
      0x61,
      0x74,
      0x61,
      0x3a,
      0x61,
      0xff,
      0xe2,
      0x82,
      0x62,
      0xf0,
      0x9f,
      0x98,
      0x0a,
      0x0a,
    ),
    events: [{ data: 'a\uFFFD\uFFFDb\uFFFD' }],
  },
]
