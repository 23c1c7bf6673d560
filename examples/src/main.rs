//! The command-line tool.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use retrograph_d3d9::Direct3D9;
use retrograph_examples::battery::{Battery, Options, Pairwise, Verdict, compare_runs, run_suite};
use retrograph_examples::dim;
use retrograph_examples::pica_tool::BackendChoice;
use retrograph_examples::shader_tool::{Language, assemble_file, check, show_assembled, show_file};
use retrograph_examples::{frame_tool, gx2_tool, logger, pica_tool};
use retrograph_render::Gpu;

/// Draw with Direct3D 9 on any GPU, and look into its shaders.
///
/// The adapter is chosen by `WGPU_BACKEND`, `WGPU_ADAPTER_NAME` and `WGPU_POWER_PREF`.
#[derive(Debug, Parser)]
#[command(name = "retrograph", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Render the demos to PNG files with a page that shows them.
    Gallery {
        /// The folder to write to.
        #[arg(long, default_value = "target/gallery")]
        out: PathBuf,
        /// Only the demo of this name.
        #[arg(long)]
        only: Option<String>,
        /// Capture the frames of each demo into a folder of this one: commands, passes, targets, shaders, and a frame
        /// file for `frame replay`.
        #[arg(long, value_name = "DIR")]
        dump: Option<PathBuf>,
    },
    /// Show a demo in a window. Key R switches between upscaling and stretching, C captures a frame, Escape ends.
    Window {
        /// The demo's name.
        name: String,
        /// Where captures go.
        #[arg(long, default_value = "target/captures")]
        captures: PathBuf,
    },
    /// Work with captured frames.
    #[command(subcommand)]
    Frame(FrameCommand),
    /// List the adapters of this machine.
    Adapters {
        /// How the adapter in use does what adapters differ in.
        #[arg(long)]
        caps: bool,
    },
    /// Show a compiled Direct3D shader, or check a folder of them.
    Shader(ShaderArguments),
    /// Compile a PICA200 vertex shader, linked or in assembly, to a Latte program for GX2.
    Gx2 {
        /// The shader: a SHBIN file, or assembly.
        file: PathBuf,
        /// Write vertex and pixel program as a GSH file.
        #[arg(long, value_name = "OUT")]
        gsh: Option<PathBuf>,
        /// Show the programs.
        #[arg(long)]
        disasm: bool,
    },
    /// Work with Direct3D 9.
    #[command(subcommand)]
    D3d9(D3d9Command),
    /// Work with DirectDraw and Direct3D Immediate Mode.
    #[command(subcommand)]
    D3dim(D3dimCommand),
    /// Work with PICA200 command lists.
    #[command(subcommand)]
    Pica(PicaCommand),
}

#[derive(Debug, Args)]
struct ShaderArguments {
    /// The shader: the 32-bit tokens of Direct3D bytecode, models 1 to 3.
    #[arg(required_unless_present = "check")]
    file: Option<PathBuf>,
    /// The file is assembly text: assemble it, and show the result like any other shader.
    #[arg(long, conflicts_with = "check")]
    asm: bool,
    /// With --asm: write the bytecode here, and show nothing.
    #[arg(long, value_name = "FILE", requires = "asm", conflicts_with = "language")]
    out: Option<PathBuf>,
    /// Translate, validate and print every *.dxso under a folder; the last line counts them.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "language"])]
    check: Option<PathBuf>,
    /// With --check: leave out the shaders whose model's name begins so, such as ps_1.
    #[arg(long, value_name = "MODEL", requires = "check")]
    except: Option<String>,
    #[command(flatten)]
    language: LanguageArguments,
}

#[derive(Debug, Args)]
#[group(id = "language", multiple = false)]
struct LanguageArguments {
    /// Show the assembly (the default).
    #[arg(long)]
    disasm: bool,
    /// Show the translation as WGSL.
    #[arg(long)]
    wgsl: bool,
    /// Show the translation as Metal's language.
    #[arg(long)]
    msl: bool,
    /// Show the translation as SPIR-V words in hexadecimal.
    #[arg(long)]
    spirv: bool,
    /// Show the translation as HLSL.
    #[arg(long)]
    hlsl: bool,
    /// Show the translation as GLSL ES.
    #[arg(long)]
    glsl: bool,
    /// Show inputs, outputs, constants and samplers.
    #[arg(long)]
    interface: bool,
}

impl LanguageArguments {
    fn chosen(&self) -> Language {
        let flags = [
            (self.wgsl, Language::Wgsl),
            (self.msl, Language::Msl),
            (self.spirv, Language::Spirv),
            (self.hlsl, Language::Hlsl),
            (self.glsl, Language::Glsl),
            (self.interface, Language::Interface),
        ];
        flags.into_iter().find(|flag| flag.0).map_or(Language::Assembly, |flag| flag.1)
    }
}

#[derive(Debug, Subcommand)]
enum FrameCommand {
    /// Draw the frames of a capture again; the exit status tells whether every target has the same bytes and pixels.
    Replay {
        /// The folder of a capture, or one with folders of captures.
        dir: PathBuf,
        /// Where to write the pictures; without it, to DIR/replay.
        #[arg(long)]
        out: Option<PathBuf>,
    },
}

/// Which cases of a battery to run, and how.
#[derive(Debug, Args)]
struct RunArguments {
    /// The folder with `index.json` and `cases`.
    root: PathBuf,
    /// Only cases of this area.
    #[arg(long)]
    area: Option<String>,
    /// Only cases whose name contains this.
    #[arg(long)]
    only: Option<String>,
    /// Write each case's results here, and for Direct3D 9 failures.html when comparing.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Compare with the references; the exit status tells whether all passed.
    #[arg(long)]
    compare: bool,
}

impl RunArguments {
    fn options(&self) -> Options<'_> {
        let Self { area, only, out, compare, .. } = self;
        Options { area: area.as_deref(), only: only.as_deref(), out: out.as_deref(), compare: *compare }
    }
}

#[derive(Debug, Subcommand)]
enum D3d9Command {
    /// Run the scripts of a battery root; the last line counts how they ended.
    Run(RunArguments),
    /// Compare the results of two runs, case by case within tolerance.
    Compare {
        /// The folder with `index.json` and `cases`.
        root: PathBuf,
        /// What one run wrote.
        first: PathBuf,
        /// What another run wrote.
        second: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
enum D3dimCommand {
    /// Run the cases of a battery root; the last lines count how they ended.
    Run(RunArguments),
}

#[derive(Debug, Subcommand)]
enum PicaCommand {
    /// Print each write of a scene's command lists, with register names and decoded fields.
    Inspect {
        /// The folder with `scene.json`.
        scene: PathBuf,
    },
    /// Draw a scene; with --compare, the exit status tells whether it is as expected.
    Render {
        /// The folder with `scene.json`.
        scene: PathBuf,
        /// What draws.
        #[arg(long, value_enum, default_value_t)]
        backend: BackendChoice,
        /// Write the colour buffer as PNG.
        #[arg(long, value_name = "PNG")]
        out: Option<PathBuf>,
        /// Compare with the expected pictures.
        #[arg(long)]
        compare: bool,
    },
    /// Draw a scene over and over, and report pixels a second of each backend.
    Bench {
        /// The folder with `scene.json`.
        scene: PathBuf,
    },
    /// Draw scenes with the exact reference renderer, and write their lists, resources, pixels, pictures and hashed receipts.
    Evidence {
        /// The folder to write to.
        #[arg(long)]
        out: PathBuf,
    },
}

type Outcome = Result<bool, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    logger::install();
    let result = match Cli::parse().command {
        Command::Gallery { out, only, dump } => show_gallery(&out, dump.as_deref(), only.as_deref()),
        Command::Window { name, captures } => show_window(&name, &captures),
        Command::Frame(FrameCommand::Replay { dir, out }) => replay_frames(&dir, out.as_deref()),
        Command::Adapters { caps } => adapters(caps),
        Command::Shader(arguments) => shader(&arguments),
        Command::Gx2 { file, gsh, disasm } => compile_gx2(&file, gsh.as_deref(), disasm),
        Command::D3d9(D3d9Command::Run(arguments)) => run_battery(&arguments.root, arguments.options()),
        Command::D3d9(D3d9Command::Compare { root, first, second }) => {
            compare_results(&root, &first, &second)
        }
        Command::D3dim(D3dimCommand::Run(arguments)) => run_dim(&arguments.root, arguments.options()),
        Command::Pica(command) => pica(&command),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("retrograph: {error}");
            ExitCode::from(2)
        }
    }
}

fn show_gallery(out: &Path, dump: Option<&Path>, only: Option<&str>) -> Outcome {
    let gpu = Gpu::headless()?;
    let progress = |path: &Path, seconds: f32| println!("{} ({seconds:.1} s)", path.display());
    frame_tool::gallery(&gpu, out, dump, only, progress)?;
    println!("{}", out.join("index.html").display());
    Ok(true)
}

fn show_window(name: &str, captures: &Path) -> Outcome {
    #[cfg(not(target_family = "wasm"))]
    {
        retrograph_examples::window_tool::run(name, captures)?;
        Ok(true)
    }
    #[cfg(target_family = "wasm")]
    Err(format!("no windows on the web: {name} {}", captures.display()).into())
}

fn replay_frames(dir: &Path, out: Option<&Path>) -> Outcome {
    let gpu = Gpu::headless()?;
    let (mut same, mut different) = (0, 0);
    frame_tool::replay(&gpu, dir, out, |capture, target| {
        *(if target.equal { &mut same } else { &mut different }) += 1;
        if !target.equal {
            let pixels = target.pixels.map_or_else(String::new, |pixels| format!(", {pixels} pixels"));
            println!("differs  {} frame {} {}{pixels}", capture.display(), target.frame, target.target);
        }
    })?;
    println!("{same} targets equal, {different} different");
    Ok(different == 0)
}

fn compare_results(root: &Path, first: &Path, second: &Path) -> Outcome {
    let Pairwise { equal, within, different, alone } = compare_runs(&Battery::open(root)?, first, second)?;
    different.iter().for_each(|(name, note)| println!("differs  {name}: {note}"));
    alone.iter().for_each(|name| println!("alone    {name}"));
    println!(
        "{equal} equal, {within} within tolerance, {} different, {} alone",
        different.len(),
        alone.len()
    );
    Ok(different.is_empty() && alone.is_empty())
}

fn adapters(caps: bool) -> Outcome {
    if caps {
        for (thing, answer) in Gpu::headless()?.caps.answers() {
            println!("| {thing} | {} |", format!("{answer:?}").to_lowercase());
        }
        return Ok(true);
    }
    let adapters = Gpu::adapters();
    if adapters.is_empty() {
        return Err("no adapter: install a graphics driver, or mesa-vulkan-drivers for a software one".into());
    }
    for info in adapters {
        println!(
            "{} ({:?}, {:?}; {} {})",
            info.name, info.backend, info.device_type, info.driver, info.driver_info
        );
    }
    Ok(true)
}

fn shader(arguments: &ShaderArguments) -> Outcome {
    if let Some(folder) = &arguments.check {
        let checked = check(folder, arguments.except.as_deref())?;
        for (path, reason) in &checked.failures {
            println!("{}: {}", path.display(), reason.replace('\n', " "));
        }
        if checked.left_out != 0 {
            println!("{} left out", checked.left_out);
        }
        println!("{} passed, {} failed", checked.passed, checked.failures.len());
        return Ok(checked.failures.is_empty());
    }
    let Some(file) = &arguments.file else { return Ok(true) };
    let language = arguments.language.chosen();
    match (arguments.asm, &arguments.out) {
        (true, Some(out)) => assemble_file(file, out)?,
        (true, None) => print!("{}", show_assembled(file, language)?),
        (false, _) => print!("{}", show_file(file, language)?),
    }
    Ok(true)
}

fn pica(command: &PicaCommand) -> Outcome {
    match command {
        PicaCommand::Inspect { scene } => print!("{}", pica_tool::inspect(scene)?),
        PicaCommand::Render { scene, backend, out, compare } => {
            return pica_tool::render_scene(scene, *backend, out.as_deref(), *compare);
        }
        PicaCommand::Bench { scene } => print!("{}", pica_tool::bench_scene(scene)?),
        PicaCommand::Evidence { out } => {
            let receipts = pica_tool::write_evidence(out)?;
            for receipt in &receipts {
                let counts = &receipt.counts;
                println!("{}: {} draws, {} pixels", receipt.scene, counts["draws"], counts["pixels"]);
            }
            println!("{} scenes", receipts.len());
        }
    }
    Ok(true)
}

fn compile_gx2(file: &Path, gsh: Option<&Path>, disasm: bool) -> Outcome {
    print!("{}", gx2_tool::run(file, gsh, disasm)?);
    Ok(true)
}

fn run_battery(root: &Path, options: Options<'_>) -> Outcome {
    let battery = Battery::open(root)?;
    let direct3d = Direct3D9::new()?;
    let summary = run_suite(&direct3d, &battery, options, |name, verdict| match verdict {
        Verdict::Passed => {}
        Verdict::Failed(reason) => println!("failed       {name}: {reason}"),
        Verdict::Unsupported(reason) => println!("unsupported  {name}: {reason}"),
    })?;
    println!("{summary}");
    Ok(!options.compare || summary.failed == 0 && summary.unsupported == 0)
}

fn run_dim(root: &Path, options: Options<'_>) -> Outcome {
    let battery = dim::Battery::open(root)?;
    let summary = dim::run_suite(&Gpu::headless()?, &battery, options, |case, outcome, judgement| {
        let state = if case.trust == "open" { "open  " } else { "failed" };
        for note in judgement.notes.iter().take(4) {
            println!("{state} {}: {note} {:?}", case.name, outcome.unsupported);
        }
    })?;
    println!("{summary}");
    Ok(!options.compare || summary.total().failed == 0)
}
