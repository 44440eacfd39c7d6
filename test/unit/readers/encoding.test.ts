import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { detectMediaType } from '../../../contract/library/media-type-detection'
import { decodeText } from '../../../workers/readers/encoding'

const chinese = '热泵是一种把热量从低温处搬到高温处的机器。它消耗少量电力，冬天也能工作。'
const japanese = 'ヒートポンプは熱を移動させる装置です。電力を少し使います。冬でも動作します。'
const german = 'Die Wärmepumpe fördert Wärme über ein Kältemittel; Größe und Preis ändern sich – “so”.'

describe('decodeText', () => {
  it.each([
    ['utf-8', german],
    ['gb18030', chinese.repeat(3)],
    ['shift_jis', japanese.repeat(3)],
    ['windows-1252', german],
    ['utf-16le', german],
    ['utf-16be', german],
  ])('recognises %s', (encoding, text) => {
    expect(decodeText(iconv.encode(text, encoding)).text).toBe(text)
  })

  it.each(['utf8', 'utf-16le', 'utf-16be', 'utf-32le'])('believes a byte order mark of %s', (encoding) => {
    expect(decodeText(iconv.encode(chinese, encoding, { addBOM: true })).text).toBe(chinese)
  })

  it('takes UTF-8 that was cut in a character for UTF-8', () => {
    const bytes = Buffer.from(chinese.repeat(3))
    expect(decodeText(bytes.subarray(0, bytes.length - 1)).encoding).toBe('utf-8')
  })

  it('makes line ends one kind', () => {
    expect(decodeText(Buffer.from('a\r\nb\rc\n')).text).toBe('a\nb\nc\n')
  })
})

describe('detectMediaType', () => {
  const detect = (content: string, name: string) => detectMediaType(Buffer.from(content, 'latin1'), name)
  it.each([
    ['%PDF-1.7 ...', 'paper.txt', 'pdf'],
    ['just words', 'paper.pdf', 'text'],
    ['<!DOCTYPE html><html>', 'page.txt', 'html'],
    ['<p>part</p>', 'page.html', 'html'],
    ['# Head', 'README.md', 'markdown'],
    ['a,b\n1,2', 'x.csv', 'table'],
    ['{"a":1}', 'noextension', 'json'],
    ['#!/usr/bin/env python3\nx', 'run', 'code'],
    ['fn main() {}', 'main.rs', 'code'],
    ['BM is how this text begins', 'bm.txt', 'text'],
    ['PK\x03\x04....word/document.xml', 'x.zip', 'docx'],
    ['PK\x03\x04....xl/workbook.xml', 'x.docx', 'workbook'],
    ['PK\x03\x04....[Content_Types].xml', 'x.pptx', 'slides'],
    ['PK\x03\x04....mimetypeapplication/vnd.oasis.opendocument.spreadsheet', 'x.zip', 'workbook'],
    ['PK\x03\x04....mimetypeapplication/epub+zip', 'x.zip', 'book'],
    ['PK\x03\x04....photos/one.png', 'x.zip', null],
    ['{\\rtf1 words}', 'x.txt', 'rtf'],
    ['\x89PNG\r\n\x1a\n', 'note.txt', 'image'],
    ['\0\x01\x02\x03\x04\x05\x06\x07'.repeat(50), 'note.txt', null],
    ['\xd0\xcf\x11\xe0', 'old.doc', null],
  ])('%j named %s is %s', (content, name, mediaType) => {
    expect(detect(content, name).mediaType).toBe(mediaType)
  })
})
