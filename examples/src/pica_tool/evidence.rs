//! Evidence: what the reference draws, with everything that it was made from.

use std::collections::BTreeMap;
use std::path::Path;

use retrograph_pica::list;
use retrograph_pica::scenes::{Scene, evidence};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::demo::Result;

/// What is written down about one scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Receipt {
    /// The scene.
    pub scene: String,
    /// The target's width and height in pixels.
    pub size: [u32; 2],
    /// Files of the scene by name: size and SHA-256.
    pub files: BTreeMap<String, FileReceipt>,
    /// Physical addresses by what lies there.
    pub addresses: BTreeMap<String, String>,
    /// Counts of the committed list.
    pub counts: BTreeMap<String, u64>,
    /// How many pixels have each colour, as RRGGBBAA; only where there are at most 16 colours.
    pub colors: BTreeMap<String, u64>,
    /// Processor time of one render with all allocation, checks and the commit, in nanoseconds; null where there is no clock.
    pub cpu_nanoseconds: Option<u64>,
}

/// A file's size and hash.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReceipt {
    /// Bytes.
    pub bytes: u64,
    /// SHA-256 in hexadecimal.
    pub sha256: String,
}

/// Draws the evidence scenes and writes, for each, its command list, geometry and textures, the raw pixels with the
/// bottom row first, a PNG with the top row first, and a receipt.
///
/// # Errors
/// Files that cannot be written; a scene that is refused.
pub fn write_evidence(folder: &Path) -> Result<Vec<Receipt>> {
    std::fs::create_dir_all(folder)?;
    evidence::scenes().iter().map(|scene| write_scene(folder, scene)).collect()
}

fn write_scene(folder: &Path, scene: &Scene) -> Result<Receipt> {
    let start = cpu_time();
    let (target, report) = scene.render()?;
    let cpu_nanoseconds = start.and_then(|start| cpu_time()?.checked_sub(start));

    let png = encode_png(&target.rows_from_top(), target.width(), target.height())?;
    let mut contents = vec![
        ("list.bin".to_owned(), list::bytes(&scene.words)),
        ("geometry.bin".to_owned(), scene.geometry.1.clone()),
        ("rgba".to_owned(), target.bytes().to_vec()),
        ("png".to_owned(), png),
    ];
    let textures = scene.textures.iter().enumerate();
    contents.extend(textures.map(|(index, texture)| (format!("texture{index}.bin"), texture.1.clone())));
    let mut files = BTreeMap::new();
    for (suffix, bytes) in contents {
        let name = format!("{}.{suffix}", scene.name);
        std::fs::write(folder.join(&name), &bytes)?;
        files.insert(name, FileReceipt { bytes: bytes.len() as u64, sha256: hash(&bytes) });
    }

    let mut colors = BTreeMap::new();
    for pixel in target.rows_from_top().as_chunks::<4>().0 {
        *colors.entry(format!("{:08X}", u32::from_be_bytes(*pixel))).or_insert(0) += 1;
    }
    if colors.len() > 16 {
        colors.clear();
    }
    let textures = scene.textures.iter().enumerate();
    let textures = textures.map(|(index, texture)| (format!("texture{index}"), texture.0));
    let places = [("geometry".to_owned(), scene.geometry.0), ("target".to_owned(), target.base())];
    let receipt = Receipt {
        scene: scene.name.clone(),
        size: [target.width(), target.height()],
        files,
        addresses: places
            .into_iter()
            .chain(textures)
            .map(|(name, at)| (name, format!("{at:#010x}")))
            .collect(),
        counts: [
            ("writes", report.writes),
            ("draws", report.draws),
            ("vertices", report.vertices),
            ("triangles", report.triangles),
            ("instructions", report.instructions),
            ("pixels", report.pixels),
        ]
        .map(|(name, count)| (name.to_owned(), count))
        .into(),
        colors,
        cpu_nanoseconds,
    };
    std::fs::write(folder.join(format!("{}.json", scene.name)), serde_json::to_vec_pretty(&receipt)?)?;
    Ok(receipt)
}

fn encode_png(rows: &[u8], width: u32, height: u32) -> Result<Vec<u8>> {
    let mut png = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut png);
    image::ImageEncoder::write_image(encoder, rows, width, height, image::ExtendedColorType::Rgba8)?;
    Ok(png)
}

fn hash(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Processor time of the process in nanoseconds.
#[cfg(not(target_arch = "wasm32"))]
fn cpu_time() -> Option<u64> {
    u64::try_from(cpu_time::ProcessTime::try_now().ok()?.as_duration().as_nanos()).ok()
}

/// The web has no such clock.
#[cfg(target_arch = "wasm32")]
const fn cpu_time() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evidence_is_complete_and_its_hashes_hold() {
        let folder = std::env::temp_dir().join(format!("retrograph-evidence-{}", std::process::id()));
        let receipts = write_evidence(&folder).expect("evidence");
        assert_eq!(receipts.len(), 4 + 14 + 1);
        for receipt in &receipts {
            for (name, file) in &receipt.files {
                let bytes = std::fs::read(folder.join(name)).expect(name);
                assert_eq!((bytes.len() as u64, hash(&bytes)), (file.bytes, file.sha256.clone()), "{name}");
            }
            let json = std::fs::read(folder.join(format!("{}.json", receipt.scene))).expect("the receipt");
            assert_eq!(serde_json::from_slice::<Receipt>(&json).expect("a receipt"), *receipt);
            let png = std::fs::read(folder.join(format!("{}.png", receipt.scene))).expect("the picture");
            let picture = image::load_from_memory(&png).expect("a picture").into_rgba8();
            let raw = std::fs::read(folder.join(format!("{}.rgba", receipt.scene))).expect("the pixels");
            let row = receipt.size[0] as usize * 4;
            let turned: Vec<u8> = raw.chunks_exact(row).rev().flatten().copied().collect();
            assert_eq!(picture.into_raw(), turned, "{}", receipt.scene);
        }
        for (receipt, instructions) in receipts.iter().zip([18, 18, 30, 30]) {
            assert_eq!(receipt.counts["instructions"], instructions);
            assert_eq!((receipt.colors["FF0000FF"], receipt.colors["00FF00FF"]), (1128, 1176));
        }
        std::fs::remove_dir_all(&folder).expect("the folder goes");
    }

    #[test]
    fn hashes_are_those_of_the_standard() {
        let expected = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(hash(b"abc"), expected);
    }
}
