import type { PlaceFact } from '../../contract/report/place-facts'
import type { Words } from '../words'

export const places: Words<PlaceFact> = {
  onPage: ({ number }, { format }) => `第 ${format.number(number)} 页`,
  onSlide: ({ number }, { format }) => `第 ${format.number(number)} 张幻灯片`,
  inCell: ({ number }, { format }) => `第 ${format.number(number)} 个单元格`,
  onSheet: ({ number }, { format }) => `第 ${format.number(number)} 个工作表`,
  inMessage: ({ number, subject, day, sender }, { format }) =>
    [
      `${sender === undefined ? '' : `${sender} 的`}第 ${format.number(number)} 封邮件${subject === '' ? '' : `“${subject}”`}`,
      ...(day === null ? [] : [`（${format.day(day)}）`]),
    ].join(''),
  recognised: ({ confidence }, { format }) => `识别文本，可信度 ${format.percent(confidence / 100)}`,
  onLines: ({ from, to }, { format }) =>
    from === to ? `第 ${format.number(from)} 行` : `第 ${format.number(from)}–${format.number(to)} 行`,
}
