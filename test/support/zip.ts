import { execFileSync } from 'node:child_process';

const program = `import io, os, sys, zipfile
out = io.BytesIO()
with zipfile.ZipFile(out, 'w', zipfile.ZIP_DEFLATED) as archive:
    for name in os.listdir(sys.argv[1]):
        archive.write(os.path.join(sys.argv[1], name), name)
sys.stdout.buffer.write(out.getvalue())`;

/** The files of a folder as an archive, made by another program than ours. */
export function zipOf(folder: string): Buffer {
  return execFileSync('python3', ['-c', program, folder], { maxBuffer: 1 << 28 });
}
