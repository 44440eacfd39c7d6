declare module 'tesseract.js-core/tesseract-core-simd-lstm.js' {
  interface TessBaseApi {
    /** 0 where it worked. */
    Init(dataPath: null, languages: string, engineMode: number): number
    SetPageSegMode(mode: number): void
    /** Takes `/input` of its file system; `exif` is the orientation that a camera noted, 1 for none. 0 where it could be decoded. */
    SetImageFile(exif: number, angle: number): number
    Recognize(monitor: null): number
    GetJSONText(page: number): string
    Clear(): void
    End(): void
  }
  interface TesseractModule {
    readonly FS: { writeFile(path: string, bytes: Uint8Array): void; unlink(path: string): void }
    readonly TessBaseAPI: new () => TessBaseApi
  }
  const createTesseract: (options: {
    TesseractProgress(percent: number): void
    print(line: string): void
    printErr(line: string): void
  }) => Promise<TesseractModule>

  export type { TessBaseApi, TesseractModule }
  export default createTesseract
}
