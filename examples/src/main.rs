//! The command-line tool.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use retrograph_examples::shader_tool::{Language, check, show_file};
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
    /// List the adapters of this machine.
    Adapters,
    /// Show a compiled Direct3D shader, or check a folder of them.
    Shader(ShaderArguments),
}

#[derive(Debug, Args)]
struct ShaderArguments {
    /// The shader: the 32-bit tokens of Direct3D bytecode, models 1 to 3.
    #[arg(required_unless_present = "check")]
    file: Option<PathBuf>,
    /// Translate, validate and print every *.dxso under a folder; the last line counts them.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["file", "language"])]
    check: Option<PathBuf>,
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

type Outcome = Result<bool, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    let result = match Cli::parse().command {
        Command::Adapters => adapters(),
        Command::Shader(arguments) => shader(&arguments),
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

fn adapters() -> Outcome {
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
        let checked = check(folder)?;
        for (path, reason) in &checked.failures {
            println!("{}: {}", path.display(), reason.replace('\n', " "));
        }
        println!("{} passed, {} failed", checked.passed, checked.failures.len());
        return Ok(checked.failures.is_empty());
    }
    if let Some(file) = &arguments.file {
        print!("{}", show_file(file, arguments.language.chosen())?);
    }
    Ok(true)
}
