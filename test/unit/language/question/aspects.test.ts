import { describe, expect, it } from 'vitest'
import { aspectsOf } from '../../../../main/language/question/aspects'

const titles = (question: string) => aspectsOf(question).map((aspect) => aspect.title)

describe('aspectsOf', () => {
  it('leaves a question of one part whole', () => {
    expect(titles('what chemical kinetic system is applicable to hypersonic aerodynamic problems .')).toEqual([
      'What chemical kinetic system is applicable to hypersonic aerodynamic problems?',
    ])
  })
  it('parts at “and how”, with the context of the first part in the second query', () => {
    const aspects = aspectsOf('What limits heating at the nose of a blunt body, and how do theory and tunnel agree?')
    expect(aspects.map((aspect) => aspect.title)).toEqual([
      'What limits heating at the nose of a blunt body?',
      'How do theory and tunnel agree?',
    ])
    expect(aspects[1]?.query).toMatch(/heating.*nose.*blunt/)
  })
  it.each([
    'In PostgreSQL, which threshold makes the autovacuum daemon start?',
    'With a steady stream of readers, how does a writer ever get its turn?',
    'When a table is dropped, what happens to its indexes?',
  ])('leaves where or when it is asked of with the question: %s', (question) => {
    expect(titles(question)).toHaveLength(1)
  })

  it('parts what is asked by “when” from what follows it', () => {
    expect(titles('When was the bridge built, and who built it?')).toHaveLength(2)
  })

  it('asks the same of each of two that are named, and once what they do with each other', () => {
    expect(
      titles(
        'How do GFS and Bigtable deal with the failure of a server, and what does MapReduce do when a worker fails?',
      ),
    ).toEqual([
      'How does GFS deal with the failure of a server?',
      'How does Bigtable deal with the failure of a server?',
      'What does MapReduce do when a worker fails?',
    ])
    expect(titles('Where are Google File System and Bigtable used most?')).toEqual([
      'Where is Google File System used most?',
      'Where is Bigtable used most?',
    ])
    for (const whole of [
      'How do Alice and Bob exchange their keys?',
      'How do GFS and Bigtable work together?',
      'What do GFS and Bigtable have in common?',
      'How do theory and tunnel agree?',
    ])
      expect(titles(whole)).toEqual([whole])
    expect(titles('How do GFS and Bigtable differ?')).toHaveLength(3)
    expect(aspectsOf('How do GFS and Bigtable grow?').map(({ query }) => query)).toEqual([
      'How does GFS grow',
      'How does Bigtable grow',
    ])
  })

  it('parts at several question marks', () => {
    expect(titles('Why do storks migrate? Where do they rest?')).toEqual([
      'Why do storks migrate?',
      'Where do they rest?',
    ])
  })
  it.each([
    'What is the difference between explicit schemes and implicit schemes?',
    'Compare explicit schemes with implicit schemes',
    'explicit schemes versus implicit schemes',
  ])('takes both sides of a comparison: %s', (question) => {
    expect(titles(question)).toEqual([
      'Explicit schemes',
      'Implicit schemes',
      'Explicit schemes and implicit schemes compared',
    ])
  })
  it('gives both sides of a comparison their common noun, and leaves a question about one thing whole', () => {
    expect(titles('How do ground-source and air-source heat pumps compare?')).toEqual([
      'Ground-source heat pumps',
      'Air-source heat pumps',
      'Ground-source heat pumps and air-source heat pumps compared',
    ])
    expect(titles('When does a heat pump save money compared with a gas boiler?')).toHaveLength(1)
    expect(titles('What is the difference between a deferred and an immediate transaction?').slice(0, 2)).toEqual([
      'Deferred transaction',
      'Immediate transaction',
    ])
    expect(titles('How does a lightweight tag differ from an annotated one?').slice(0, 2)).toEqual([
      'Lightweight tag',
      'Annotated tag',
    ])
    expect(titles('How do name-based virtual hosts differ from IP-based ones?')[1]).toBe('IP-based virtual hosts')
  })
  it('takes causes and effects apart', () => {
    expect(titles('What are the causes and effects of boundary layer separation?')).toEqual([
      'Causes of boundary layer separation',
      'Effects of boundary layer separation',
    ])
  })
  it('takes paired adjectives apart', () => {
    expect(
      titles('what are the structural and aeroelastic problems associated with flight of high speed aircraft .'),
    ).toEqual(['Structural problems', 'Aeroelastic problems'])
  })
  it('does the same in Chinese', () => {
    expect(titles('光合作用的过程是什么，以及它如何影响气候？')).toEqual(['光合作用的过程是什么', '它如何影响气候'])
    expect(titles('比较电动车和燃油车的成本')).toEqual(['电动车', '燃油车', '电动车与燃油车的比较'])
    expect(titles('荒漠化的原因和影响')).toEqual(['荒漠化的原因', '荒漠化的影响'])
    expect(titles('515年正月宣武帝驾崩，高英杀胡充华为什么没有成功？')).toHaveLength(1)
  })
  it('asks each part of the file that the question names, and what refers back of what it quotes', () => {
    expect(
      aspectsOf('In rules.pdf, what is a lease, and who signs the new travel orders?').map(({ query }) => query),
    ).toEqual(['In rules.pdf, what is a lease', 'who signs the new travel orders rules.pdf'])
    expect(aspectsOf('What does “disk is full” mean, and how do I fix it?')[1]!.query).toContain('“disk is full”')
  })
  it('compares files and quotations', () => {
    expect(titles('What is the difference between pager.c and “wal mode”?')).toEqual([
      'Pager.c',
      '“wal mode”',
      'Pager.c and “wal mode” compared',
    ])
    expect(aspectsOf('Compare pumps and boilers in costs.md')[0]!.query).toBe('pumps in costs.md')
  })
  it('gives no aspect twice', () => {
    expect(titles('Why? Why? Why do birds sing? Why do birds sing?')).toEqual(['Why do birds sing?'])
  })
})
