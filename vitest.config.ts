import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          sequence: { groupOrder: 0 },
          include: ['test/unit/**/*.test.{ts,tsx}', 'test/boundaries/**/*.test.ts'],
          pool: 'threads',
          // Each file would load the same modules anew, two thirds of the processor time; none leaves anything behind in them.
          isolate: false,
          // Property tests take their time on a machine that is busy; the limit only ends what hangs.
          testTimeout: 120_000,
        },
      },
      {
        // As the build has it.
        define: { __QUARRY_VERSION__: JSON.stringify('0.0.0') },
        test: {
          name: 'integration',
          sequence: { groupOrder: 1 },
          include: ['test/integration/**/*.test.ts'],
          globalSetup: ['test/integration/global-setup.ts'],
          setupFiles: ['test/integration/setup.ts'],
          pool: 'forks',
          maxWorkers: 2,
          // As above: a fifth of the time went into that. What one file leaves behind is not to reach the next (setup.ts).
          isolate: false,
          restoreMocks: true,
          // Each start of the engine costs a second of processor time, many on a busy machine; the limit only ends what hangs.
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
})
